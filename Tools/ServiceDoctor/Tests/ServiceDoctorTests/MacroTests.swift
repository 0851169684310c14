import ServiceDoctor
import Testing

/// What macros write is not in the source: the doctor reads what they are attached to.
@Suite struct MacroTests {
    private func graph(_ code: String) -> DependencyGraph {
        Doctor().graph(sources: [("Sources/App/A.swift", "import Service\nimport ServiceMacros\n" + code)])
    }

    private func edges(_ graph: DependencyGraph) -> [String] {
        graph.edges.map { "\($0.from) \($0.isLazy ? "~>" : "->") \($0.to)" }
    }

    private static let services = """
        func services(env: ServiceEnv) {
            env.register((any HTTPClient).self) { Client() }
            env.register((any Database).self, name: "primary") { SQLite() }
        }

        """

    private static let uploader = """
        @Injectable final class Uploader: Uploading {
            init(client: any HTTPClient, @Named("primary") database: any Database, limit: Int = 3) throws {}
        }

        """

    @Test(arguments: [
        ("env.register(Uploader.self)", "Uploader"),
        ("env.register(Uploader.self, scope: .transient)", "Uploader"),
        ("env.register(Uploader.self, name: \"spare\")", "Uploader(spare)"),
        ("env.register((any Uploading).self, as: Uploader.self) { $0 }", "Uploading"),
        (
            "env.register((any Uploading).self, as: Uploader.self, name: \"spare\", scope: .graph) { $0 }",
            "Uploading(spare)"
        ),
        ("env.registerAsync(Uploader.self)", "Uploader"),
        ("env.registerAsync((any Uploading).self, as: Uploader.self) { $0 }", "Uploading"),
        ("env.registerMain(Uploader.self)", "Uploader"),
        ("env.registerMain((any Uploading).self, as: Uploader.self) { $0 }", "Uploading"),
    ])
    func `the parameters of an initialiser are needs, in every form of registration`(_ call: String, _ service: String)
    {
        let graph = graph(Self.services + Self.uploader + "func wire(env: ServiceEnv) { \(call) }\n")
        #expect(edges(graph) == ["\(service) -> Database(primary)", "\(service) -> HTTPClient"])
        #expect(graph.nodes.count == 3)
        #expect(graph.gaps.isEmpty)
    }

    @Test func `a type may be declared in another file, and nested`() {
        let graph = Doctor().graph(sources: [
            (
                "Sources/App/Uploads.swift",
                "import Service\nimport ServiceMacros\nenum Uploads { @Injectable actor Queue { init(_ log: Log) {} } }\n"
            ),
            (
                "Sources/App/Wiring.swift",
                """
                import Service
                func wire(env: ServiceEnv) {
                    env.register(Log.self) { Log() }
                    env.register(Uploads.Queue.self)
                }
                """
            ),
        ])
        #expect(edges(graph) == ["Uploads.Queue -> Log"])
    }

    @Test func `the marked initialiser is read, of several`() {
        let graph = graph(
            """
            @Injectable struct Repo {
                init(log: Log) {}
                @Inject init(clock: Clock) {}
            }
            func wire(env: ServiceEnv) {
                env.register(Log.self) { Log() }
                env.register(Clock.self) { Clock() }
                env.register(Repo.self)
            }
            """)
        #expect(edges(graph) == ["Repo -> Clock"])
    }

    @Test func `arguments that a caller passes are no needs`() {
        let graph = graph(
            """
            @Injectable final class Report { init(@Passed year: Int, log: Log, @Passed for user: User) {} }
            func wire(env: ServiceEnv) {
                env.register(Log.self) { Log() }
                env.register(User.self) { User() }
                env.register(Report.self)
            }
            """)
        #expect(edges(graph) == ["Report -> Log"])
    }

    @Test func `the needs of a factory with arguments are those it declares`() {
        let graph = graph(
            """
            func wire(env: ServiceEnv) {
                env.register(Log.self, name: "audit") { Log() }
                env.register(Report.self, declaring: [ServiceNeed(Log.self, name: "audit")], arguments: { (year: Int) in Report(year) })
            }
            """)
        #expect(edges(graph) == ["Report -> Log(audit)"])
    }

    @Test func `a name may be a constant, wherever it stands`() {
        let graph = graph(
            """
            extension ServiceName { static let main: ServiceName = "main" }
            @Injectable final class Repo {
                init(@Named(.main) a: A, @Named(ServiceName.main) b: B, @Named(ServiceName("main")) c: C) {}
            }
            func wire(env: ServiceEnv) {
                env.register(A.self, name: "main") { A() }
                env.register(B.self, name: .main) { B() }
                env.register(C.self, name: ServiceName("main")) { C() }
                env.register(Repo.self)
            }
            """)
        #expect(edges(graph) == ["Repo -> A(main)", "Repo -> B(main)", "Repo -> C(main)"])
    }

    @Test func `a generic type needs what its arguments say`() {
        let graph = graph(
            """
            @Injectable final class Repository<Item: Sendable, Key: Hashable> {
                init(store: any Store<Item>, index: Index<Key, [Item]>, item: Item) {}
            }
            func wire(env: ServiceEnv) {
                env.register((any Store<User>).self) { UserStore() }
                env.register(Index<Int, [User]>.self) { Index() }
                env.register(User.self) { User() }
                env.register(Repository<User, Int>.self)
            }
            """)
        #expect(
            edges(graph) == [
                "Repository<User,Int> -> Index<Int,[User]>", "Repository<User,Int> -> Store<User>",
                "Repository<User,Int> -> User",
            ])
    }

    @Test func `the default of a service key is registered, unless its initialiser is asked for`() {
        let type = """
            @Injectable struct Settings: ServiceKey {
                static let `default` = Settings()
                init() {}
                @Inject init(log: Log) {}
            }
            func services(env: ServiceEnv) { env.register(Log.self) { Log() } }

            """
        #expect(edges(graph(type + "func wire(env: ServiceEnv) { env.register(Settings.self) }")) == [])
        #expect(
            edges(graph(type + "func wire(env: ServiceEnv) { env.register(Settings.self, as: Settings.self) { $0 } }"))
                == ["Settings -> Log"])
    }

    @Test func `a conformance written by hand tells its needs too`() {
        let graph = graph(
            Self.services
                + """
                extension Uploader: Injectable {
                    static var needs: [ServiceNeed] {
                        [ServiceNeed((any HTTPClient).self), ServiceNeed((any Database).self, name: "primary")]
                    }
                    static func make(in env: ServiceEnv) throws -> Uploader { try Uploader(env.resolve((any HTTPClient).self)) }
                }
                func wire(env: ServiceEnv) { env.register(Uploader.self) }
                """)
        #expect(edges(graph) == ["Uploader -> Database(primary)", "Uploader -> HTTPClient"])
    }

    @Test func `a type of another module is a gap, not a guess`() {
        let graph = graph(
            """
            func wire(env: ServiceEnv) {
                env.register((any Uploading).self, as: Uploader.self) { $0 }
                env.registerResilient(ResilientRates.self, health: .rates, policy: .server) { LiveRates() }
            }
            """)
        #expect(graph.nodes.map(\.service) == ["Uploading"])
        #expect(
            graph.gaps.map(\.reason) == [
                "'Uploader' is declared in another module, so what its initialiser needs is unknown.",
                "'ResilientRates' is declared in another module, so which service it guards is unknown.",
            ])
    }

    @Test func `a wrapper around registrations by initialiser is read at its callers`() {
        let graph = graph(
            """
            @Injectable final class Repo: Sendable { init(log: Log) {} }
            func add<T: Injectable & Sendable>(_ type: T.Type, to env: ServiceEnv) { env.register(type) }
            func wire(env: ServiceEnv) {
                env.register(Log.self) { Log() }
                add(Repo.self, to: env)
            }
            """)
        #expect(edges(graph) == ["Repo -> Log"])
    }

    // MARK: Guards

    @Test func `a guard registers the service that it guards`() {
        let graph = graph(
            """
            @Resilient protocol RateService: Sendable { @Idempotent func rates() async throws -> Rates }
            enum Feature { @Resilient protocol Search: Sendable { func search() async throws -> [Hit] } }
            @Resilient(of: (any ExportService).self) protocol Exports: Sendable { func export() async throws -> Chunks }
            struct Screen { @Service var rates: any RateService; @Service var search: any Feature.Search }
            func wire(env: ServiceEnv) {
                env.register(Log.self) { Log() }
                env.register(Screen.self) { Screen() }
                env.registerResilient(
                    ResilientRateService.self, name: "live", scope: .transient, needs: Log.self, health: .rates,
                    policy: .server, refusals: { $0 is RateError }, failures: { _ in Unavailable(try? env.resolve(Screen.self)) }
                ) { log in LiveRates(log) }
                env.registerResilient(Feature.ResilientSearch.self, health: .search, policy: .server) {
                    LiveSearch(log: try env.resolve(Log.self))
                }
                env.registerResilient(ResilientExports.self, health: .exports, policy: .server) { LiveExports() }
            }
            """)
        #expect(
            graph.nodes.map(\.service) == ["ExportService", "Feature.Search", "Log", "RateService(live)", "Screen"])
        #expect(graph.nodes.first { $0.service == "RateService(live)" }?.scope == "transient")
        #expect(edges(graph) == ["Feature.Search -> Log", "RateService(live) -> Log", "Screen ~> Feature.Search"])
        #expect(
            graph.gaps.map(\.reason) == ["'Screen' needs 'RateService', which is registered nowhere that can be read."])
    }

    @Test func `a stand-in's needs are the service's, at once where the guard always makes one`() {
        let code = """
            func wire(env: ServiceEnv) {
                env.register(Cache.self) { Cache() }
                env.register(Log.self) { Log() }
                env.registerResilient(
                    ResilientRates.self, health: .rates, policy: .server, fallback: { LastRates(try env.resolve(Cache.self)) }
                ) { LiveRates(log: try env.resolve(Log.self)) }
            }

            """
        let standIn = "@Resilient protocol Rates: Sendable { @Fallback func rates() async throws -> Table }\n"
        #expect(edges(graph(standIn + code)) == ["Rates -> Cache", "Rates -> Log"])
        let value = "@Resilient protocol Rates: Sendable { @Fallback(Table()) func rates() async throws -> Table }\n"
        #expect(edges(graph(value + code)) == ["Rates ~> Cache", "Rates -> Log"])
    }

    @Test func `a guard written by hand is one too`() {
        let graph = graph(
            """
            final class GuardedRates: Rates, ResilientGuard {
                static func guarding(_ live: any Rates, by calls: ResilientCalls) -> any Rates { GuardedRates(live, calls) }
            }
            func wire(env: ServiceEnv) {
                env.registerResilient(GuardedRates.self, health: .rates, policy: .server) { LiveRates() }
            }
            """)
        #expect(graph.nodes.map(\.service) == ["Rates"])
    }

    @Test func `a wrapper around guarded registrations is read at its callers`() {
        let graph = graph(
            """
            @Resilient protocol Rates: Sendable { func rates() async throws -> Table }
            extension ServiceEnv {
                func protect<G: ResilientGuard>(_ guardType: G.Type, _ make: @escaping @Sendable () throws -> G.Guarded) {
                    registerResilient(guardType, health: .app, policy: .server, factory: make)
                }
            }
            func wire(env: ServiceEnv) { env.protect(ResilientRates.self) { LiveRates() } }
            """)
        #expect(graph.nodes.map(\.service) == ["Rates"])
    }

    @Test func `needs that a wrapper declares are those of its callers`() {
        let graph = graph(
            """
            func guarding<S: Sendable>(_ type: S.Type, _ env: ServiceEnv, _ make: @escaping @Sendable (S, Log) -> S) {
                env.register(type, needs: Need(type, name: "live"), Need(Log.self), factory: make)
            }
            func wire(env: ServiceEnv) {
                env.register(Log.self) { Log() }
                env.register((any Rates).self, name: "live") { LiveRates() }
                guarding((any Rates).self, env) { ResilientRates($0, log: $1) }
            }
            """)
        #expect(edges(graph) == ["Rates -> Log", "Rates -> Rates(live)"])
    }

    @Test func `a view that makes a guard itself makes a service`() {
        let findings = Doctor(configuration: DoctorConfiguration(only: ["direct_service_in_view"])).check(sources: [
            (
                "Sources/App/A.swift",
                """
                import Service
                import SwiftUI
                @Resilient protocol Rates: Sendable { func rates() async throws -> Table }
                func wire(env: ServiceEnv) {
                    env.registerResilient(ResilientRates.self, health: .rates, policy: .server) { LiveRates() }
                }
                struct RatesView: View {
                    let rates = ResilientRates(LiveTable(), calls: .shared)
                    var body: some View { Text("") }
                }
                """
            )
        ]).findings
        #expect(findings.map { "\($0.line):\($0.column)" } == ["8:17"])
    }
}
