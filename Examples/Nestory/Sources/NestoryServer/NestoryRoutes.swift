public import Hummingbird
public import Inventory

/// All of Nestory's addresses.
public struct NestoryRoutes: Sendable {
    /// What the routes need.
    public struct Services: Sendable {
        var inventory: any InventoryService
        var imports: any ImportService
        var exports: any ExportService
        var summaries: any SummaryService
        var clock: any WallClock

        /// Wraps services.
        public init(
            inventory: any InventoryService, imports: any ImportService, exports: any ExportService,
            summaries: any SummaryService, clock: any WallClock
        ) {
            self.inventory = inventory
            self.imports = imports
            self.exports = exports
            self.summaries = summaries
            self.clock = clock
        }
    }

    private let services: Services
    private let hosts: Set<String>?

    /// Describes the routes.
    ///
    /// - Parameter hosts: The names to answer under; nil for any.
    public init(services: Services, hosts: Set<String>?) {
        self.services = services
        self.hosts = hosts
    }

    /// Makes the router.
    public var router: Router<BasicRequestContext> {
        let router = Router(context: BasicRequestContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: SecurityHeadersMiddleware())
        router.add(middleware: ErrorMiddleware())
        router.add(middleware: SameOriginMiddleware(hosts: hosts))
        ItemRoutes(inventory: services.inventory, clock: services.clock).add(to: router)
        SummaryRoutes(summaries: services.summaries).add(to: router)
        TransferRoutes(imports: services.imports, exports: services.exports).add(to: router)
        HealthRoutes(inventory: services.inventory).add(to: router)
        return router
    }
}
