public import Hummingbird
public import Inventory
import NestoryPages

/// All of Nestory's addresses.
public struct NestoryRoutes: Sendable {
    /// What the routes need.
    public struct Services: Sendable {
        var inventory: any InventoryService
        var imports: any ImportService
        var exports: any ExportService
        var summaries: any SummaryService
        var currencies: any CurrencyService
        var clock: any WallClock

        /// Wraps services.
        public init(
            inventory: any InventoryService, imports: any ImportService, exports: any ExportService,
            summaries: any SummaryService, currencies: any CurrencyService, clock: any WallClock
        ) {
            self.inventory = inventory
            self.imports = imports
            self.exports = exports
            self.summaries = summaries
            self.currencies = currencies
            self.clock = clock
        }
    }

    private let services: Services
    private let pages: NestoryPages
    private let hosts: Set<String>?

    /// Describes the routes.
    ///
    /// - Parameters:
    ///   - services: What the routes need.
    ///   - hosts: The names to answer under; nil for any.
    /// - Throws: An error of the templates' parser, where one of those in the program has a mistake.
    public init(services: Services, hosts: Set<String>?) throws {
        self.services = services
        pages = try NestoryPages()
        self.hosts = hosts
    }

    /// Makes the router.
    public var router: Router<BasicRequestContext> {
        let router = Router(context: BasicRequestContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: SecurityHeadersMiddleware())
        router.add(middleware: ErrorMiddleware(pages: pages))
        router.add(middleware: SameOriginMiddleware(hosts: hosts))
        ItemRoutes(inventory: services.inventory, clock: services.clock).add(to: router)
        SummaryRoutes(summaries: services.summaries).add(to: router)
        TransferRoutes(imports: services.imports, exports: services.exports).add(to: router)
        HealthRoutes(inventory: services.inventory).add(to: router)
        PageRoutes(
            pages: pages, inventory: services.inventory, summaries: services.summaries, currencies: services.currencies,
            clock: services.clock
        ).add(to: router)
        return router
    }
}
