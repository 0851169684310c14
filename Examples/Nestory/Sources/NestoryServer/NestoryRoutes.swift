public import Hummingbird
import Inventory
import NestoryPages
import NestoryServices
import Service

/// All of Nestory's addresses.
///
/// The routes use the services of the environment that is current when ``router`` is made.
public struct NestoryRoutes: Sendable {
    private let hosts: Set<String>?
    private let allowsChaos: Bool
    private let limits: RequestLimits
    private let access: AccessGuard?
    private let pages: NestoryPages

    /// Describes the routes.
    ///
    /// - Parameters:
    ///   - hosts: The names to answer under; nil for any.
    ///   - allowsChaos: Whether faults may be put into the services' calls.
    ///   - limits: What requests may take.
    ///   - access: Who is let in; nil for everybody.
    /// - Throws: An error of the templates' parser, where one of those in the program has a mistake.
    public init(
        hosts: Set<String>?, allowsChaos: Bool = false, limits: RequestLimits = RequestLimits(),
        access: AccessGuard? = nil
    ) throws {
        self.hosts = hosts
        self.allowsChaos = allowsChaos
        self.limits = limits
        self.access = access
        let overview = Service<ServiceOverview?>()
        pages = try NestoryPages { overview()?.statuses.filter { !$0.isWorking } ?? [] }
    }

    /// Makes the router.
    public var router: Router<NestoryContext> {
        let router = Router(context: NestoryContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: RequestMetricsMiddleware())
        router.add(middleware: SecurityHeadersMiddleware())
        router.add(middleware: LanguageMiddleware())
        router.add(middleware: ErrorMiddleware(pages: pages))
        router.add(middleware: HeadMiddleware())
        router.add(middleware: SameOriginMiddleware(hosts: hosts))
        router.add(middleware: RequestLimitsMiddleware(limits: limits))
        if let access {
            router.add(middleware: AccessMiddleware(access: access))
            LoginRoutes(pages: pages, access: access).add(to: router)
        }
        router.add(middleware: AnswerAgeMiddleware())
        ItemRoutes().add(to: router)
        KeptRoutes(pages: pages).add(to: router)
        SummaryRoutes().add(to: router)
        TransferRoutes().add(to: router)
        HealthRoutes().add(to: router)
        ServiceRoutes(pages: pages).add(to: router)
        MetricsRoutes().add(to: router)
        if allowsChaos { ChaosRoutes().add(to: router) }
        ReportRoutes(pages: pages).add(to: router)
        let lists = RenderedLists(pages: pages)
        PageRoutes(pages: pages, lists: lists).add(to: router)
        TrashRoutes(pages: pages).add(to: router)
        LiveRoutes(pages: pages, lists: lists).add(to: router)
        return router
    }
}
