struct UnregisteredRule: Rule {
    let description = RuleDescription(
        id: "di_unregistered",
        severity: .error,
        summary: "Finds services that are resolved or injected and registered nowhere.",
        reason: """
            This shows only at run time, on the first screen that needs the service: a required wrapper stops the \
            app, and a resolve throws.
            """,
        exceptions: """
            Optional requests, promises of Factory that nobody asks for or another module keeps, generic wrappers around `resolve`, types of other modules (which may register them), and code \
            bases with a registration that cannot be read.
            """,
        triggering: [
            """
            import Service
            import ServiceMacros
            protocol HTTPClient: Sendable {}
            protocol Database: Sendable {}
            @Injectable final class Uploader: Sendable {
                init(client: any HTTPClient, ↓@Named("primary") database: any Database, @Passed year: Year, limit: Int = 3) {}
            }
            func wire(env: ServiceEnv) {
                env.register((any HTTPClient).self) { Client() }
                env.register((any Database).self, name: "audit") { SQLite() }
                env.register(Uploader.self)
            }
            """,
            """
            import Swinject
            @propertyWrapper final class Injected<Service> {
                var wrappedValue: Service!
                func resolve(_ resolver: Resolver) { wrappedValue = resolver.resolve(Service.self) }
            }
            protocol Doses {}
            protocol Pump {}
            final class BaseDoses: Doses {
                ↓@Injected() private var pump: Pump!
            }
            final class DeviceAssembly: Assembly {
                func assemble(container: Container) { container.register(Doses.self) { _ in BaseDoses() } }
            }
            """,
            """
            import FactoryKit
            extension Container {
                ↓public var payments: Factory<(any Payments)?> { promised() }
                public var window: Factory<Window?> { promised() }
            }
            func start(_ window: Window) { Container.shared.window.register { window } }
            final class Basket { @Injected(\\.payments) private var payments }
            """,
            """
            import Service
            struct Database: Sendable {}
            struct Mailer: Sendable {}
            ServiceEnv.current.register(Database.self) { Database() }
            struct Signup { ↓@Service var mailer: Mailer }
            """,
            """
            import Service
            protocol Repository: Sendable {}
            struct Log: Sendable {}
            func setUp(env: ServiceEnv) {
                env.register(Log.self) {
                    let repository = try ↓env.resolve((any Repository).self)
                    return Log(repository)
                }
            }
            """,
            """
            import Service
            struct Database: Sendable {}
            struct Metrics: Sendable {}
            struct Log: Sendable {}
            func setUp(env: ServiceEnv) {
                env.register(Database.self) { Database() }
                env.register(Log.self, needs: Database.self, ↓Metrics.self) { _, _ in Log() }
            }
            """,
            """
            import Service
            struct Database: Sendable {}
            struct Metrics: Sendable {}
            ServiceEnv.current.register(Database.self) { Database() }
            func record() throws {
                let metrics: Metrics = try ↓ServiceEnv.current.resolve()
                metrics.count()
            }
            """,
            """
            import Service
            struct Metrics: Sendable {}
            func setUp(env: ServiceEnv) { env.register([any Plugin].self) { [] } }
            struct Screen {
                @Service var plugins: [any Plugin]
                ↓@Service var metrics: Metrics
            }
            """,
            """
            import Swinject
            protocol Mailing {}
            protocol Storage {}
            final class AppAssembly: Assembly {
                func assemble(container: Container) {
                    container.register(Mailing.self) { r in SMTPMailer(storage: ↓r.resolve(Storage.self)!) }
                }
            }
            """,
            """
            import Service
            struct Database: Sendable {}
            ServiceEnv.current.register(Database.self) { Database() }
            func replica() throws -> Database { try ↓ServiceEnv.current.resolve(Database.self, name: "replica") }
            """,
            """
            import Service
            final class Analytics {}
            struct Log: Sendable {}
            func wire() { ServiceEnv.online.register(Log.self) { Log() } }
            @MainActor final class Screen {
                ↓@MainService var analytics: Analytics
            }
            """,
            """
            import Service
            struct Clock: Sendable {}
            struct Log: Sendable {}
            ServiceEnv.current.register(Log.self) { Log() }
            final class Timer: Sendable { let clock = ↓Service(Clock.self) }
            """,
        ],
        clean: [
            """
            import Swinject
            protocol Storage {}
            final class Screen {
                let storage = Container.main.resolve(Storage.self)
            }
            extension Container {
                static let main = Container()
                func registerSingleton<S>(_ type: S.Type, name: String? = nil, factory: @escaping (Resolver) -> S) -> ServiceEntry<S> {
                    _register(type, factory: factory, name: name).inObjectScope(.container)
                }
                func wire() { registerSingleton(Storage.self) { _ in Disk() } }
            }
            """,
            """
            import Service
            import ServiceMacros
            protocol Database: Sendable {}
            struct Clock: Sendable {}
            struct Forgotten: Sendable {}
            @Injectable final class Uploader: Sendable {
                init(@Named("primary") database: any Database, @Passed clock: Clock, limit: Forgotten = Forgotten()) {}
            }
            @Injectable final class Unregistered: Sendable { init(_ forgotten: Forgotten) {} }
            func wire(env: ServiceEnv) {
                env.register((any Database).self, name: "primary") { SQLite() }
                env.register(Uploader.self)
            }
            """,
            """
            import Service
            import ServiceHealth
            protocol RateService: Sendable {}
            struct Screen: Sendable { @Service var rates: any RateService }
            @Resilient protocol Rates: Sendable { func rates() async throws -> Table }
            @Resilient(of: (any RateService).self) protocol Exports: Sendable { func rates() async throws -> Table }
            func wire(env: ServiceEnv) {
                env.registerResilient(ResilientExports.self, health: .rates, policy: .server) { LiveRates() }
            }
            """,
            """
            import Service
            struct Database: Sendable {}
            ServiceEnv.current.register(Database.self) { Database() }
            struct Repo { @Service var database: Database }
            """,
            """
            import Service
            struct Analytics: Sendable {}
            struct Log: Sendable {}
            ServiceEnv.current.register(Log.self) { Log() }
            struct Screen { @Service var analytics: Analytics? }
            """,
            """
            import Service
            struct Log: Sendable {}
            ServiceEnv.current.register(Log.self) { Log() }
            func get<T: Sendable>(_ type: T.Type) throws -> T { try ServiceEnv.current.resolve(T.self) }
            """,
            """
            import Service
            import Billing
            struct Log: Sendable {}
            ServiceEnv.current.register(Log.self) { Log() }
            struct Screen { @Service var billing: BillingService }
            """,
            """
            import Service
            struct Log: Sendable {}
            struct Database: Sendable {}
            func add<T: Sendable>(_ type: T.Type, _ make: @escaping @Sendable () -> T) { ServiceEnv.current.register(type, factory: make) }
            ServiceEnv.current.register(Log.self) { Log() }
            add(Database.self) { Database() }
            struct Repo { @Service var database: Database }
            """,
            """
            import FactoryKit
            extension Container: @retroactive AutoRegistering {
                var mailer: Factory<(any Mailing)?> { promised() }
                func autoRegister() { mailer.register { LiveMailer() } }
            }
            final class Screen { @Injected(\\.mailer) var mailer }
            """,
            """
            // FILE: Sources/App/Wiring.swift
            import Resolver
            extension Resolver {
                static func wire() {
                    register(Clock.self) { Clock() }
                    register { StoredLog(store: resolve(Store.self)) }.implements(Log.self)
                }
            }
            // FILE: Sources/App/NameService.swift
            public struct Log: ServiceKey {}
            public struct Store: Sendable {}
            public struct Clock: Sendable {}
            """,
            """
            import Swinject
            protocol Tracker {}
            protocol Player {}
            final class AppAssembly: Assembly {
                func assemble(container: Container) {
                    container.register(Tracker.self, mainActorFactory: { (_, url) in LiveTracker(url: url) })
                    container.register(Player.self) { LivePlayer(tracker: $0.resolve(Tracker.self, argument: url)!) }
                    container.register(Screen.self) { r in Screen(player: r.resolve(Player.self)!) }
                }
            }
            """,
            """
            import Service
            struct Address: Sendable {}
            struct Log: Sendable {}
            ServiceEnv.current.register(Log.self) { Log() }
            func connect(_ host: Host) throws { let address: Address = try host.resolve(); open(address) }
            """,
            """
            import Service
            struct Screen { @Service var database: Database }
            struct Database: Sendable {}
            """,
            """
            import Service
            typealias DB = Database
            struct Database: Sendable {}
            ServiceEnv.current.register(DB.self) { Database() }
            struct Repo { @Provider var database: Database }
            """,
            """
            import Service
            struct Log: Sendable {}
            struct Analytics: Sendable {}
            ServiceEnv.current.register(Log.self) { Log() }
            let analytics = try? ServiceEnv.current.resolve(Analytics.self)
            """,
        ])

    func conclude(_ project: Project) -> [Finding] {
        let graph = project.injection
        let registered = Set(graph.registrations.filter { !$0.isSetAside }.map(\.framework))
        return promises(graph)
            + graph.requests.compactMap { request in
                guard !request.isSetAside, !request.isOptional, let framework = request.framework,
                    framework == .service || framework == .swinject, registered.contains(framework),
                    graph.knowsRegistrations(of: framework), project.declares(request.key.service),
                    graph.registrations(for: request.key, anyName: request.isNameUnknown).isEmpty
                else { return nil }
                let others = graph.registrations(for: request.key, anyName: true)
                // A name worked out at run time may be the one that is asked for.
                if others.contains(where: { $0.isConditional && $0.key.name == nil && request.key.name != nil }) {
                    return nil
                }
                let name = request.key.name.map { " named '\($0)'" } ?? ""
                return finding(
                    request.place, "'\(request.key.service)'\(name) is resolved but registered nowhere.",
                    fix: "Register it, or make the request optional.")
            }
    }

    /// Factories that only promise, and that something asks for.
    private func promises(_ graph: InjectionGraph) -> [Finding] {
        let asked = Set(graph.requests.filter { !$0.isSetAside && $0.framework == .factory }.compactMap(\.key.name))
            .union(
                graph.registrations.flatMap { graph.needs(of: $0) }.filter { $0.framework == .factory }.compactMap(
                    \.key.name))
        return graph.registrations.compactMap { registration in
            guard registration.isPromise, !registration.isSetAside, let name = registration.key.name,
                asked.contains(name)
            else { return nil }
            return finding(
                registration.place,
                "'\(registration.key.service)' is promised here and resolved, but registered nowhere.",
                fix: "Register it before it is asked for.")
        }
    }
}
