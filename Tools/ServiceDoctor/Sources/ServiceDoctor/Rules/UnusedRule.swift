struct UnusedRule: Rule {
    let description = RuleDescription(
        id: "di_unused",
        severity: .note,
        summary: "Finds services that are registered and never asked for.",
        reason: "Code that nobody uses is read, tested and kept working all the same.",
        exceptions: "Public types, contributions, code bases in which a generic wrapper hides who asks for what.",
        triggering: [
            """
            import Service
            struct Repo { @Service var database: Database }
            ServiceEnv.current.register(Database.self) { Database() }
            ↓ServiceEnv.current.register(Mailer.self) { Mailer() }
            """,
            """
            import Service
            func wire(env: ServiceEnv) throws {
                env.register(A.self) { A() }
                ↓env.register(B.self, needs: A.self) { B($0) }
            }
            """,
            """
            import Swinject
            func wire(container: Container) {
                container.register(A.self) { _ in A() }
                ↓container.register(B.self) { r in B(r.resolve(A.self)!) }
            }
            """,
            """
            import Service
            struct Repo { @Service var database: Database }
            func wire(env: ServiceEnv) {
                env.register(Database.self) { Database() }
                ↓env.register(Database.self, name: "replica") { Database() }
            }
            """,
            """
            import Service
            @MainActor func wire(env: ServiceEnv) throws {
                ↓env.registerMain(Editor.self) { Editor() }
                env.registerMain(Draft.self) { Draft() }
                _ = try env.resolveMain(Draft.self)
            }
            """,
            """
            // FILE: Sources/App/A.swift
            import Service
            struct Screen { @Provider var log: Log }
            // FILE: Sources/App/B.swift
            import Service
            struct AppAssembly: ServiceAssembly {
                func assemble(env: ServiceEnv) {
                    env.register(Log.self) { Log() }
                    ↓env.register(Tracer.self) { Tracer() }
                }
            }
            """,
            """
            import Service
            func wire(env: ServiceEnv) throws {
                env.register(A.self) { A() }
                ↓env.register(B.self) { B() }
                let a: A = try env.resolve()
                a.go()
            }
            """,
        ],
        clean: [
            """
            import Service
            import ServiceMacros
            @Injectable final class Repo { init(database: any Database, @Named("audit") log: Log) {} }
            struct Screen { @Service var repo: Repo }
            func wire(env: ServiceEnv) {
                env.register((any Database).self) { SQLite() }
                env.register(Log.self, name: "audit") { Log() }
                env.register(Repo.self)
            }
            """,
            """
            import Service
            import ServiceLifecycleAdapter
            struct Repo { @Service var database: Database }
            func run(env: ServiceEnv) async throws {
                env.register(Database.self) { Database() }
                env.register(Poller.self) { Poller() }
                env.registerMain(Mirror.self, name: "main") { Mirror() }
                let group = EnvironmentServiceGroup(
                    services: [.service(Poller.self), .mainService(Mirror.self, name: "main")], logger: logger)
                try await group.run()
            }
            """,
            """
            import Service
            func wire(env: ServiceEnv) throws {
                env.register(Log.self) { Log() }
                env.register(Store.self, name: "main") { Store() }
                env.register(Page.self, needs: Need(Store.self, name: "main"), .optional(Log.self)) { Page($0, $1) }
                _ = try env.resolve(Page.self)
            }
            """,
            """
            import Service
            func wire(env: ServiceEnv) throws {
                env.register(Mailer.self, name: "main") { Mailer() }
                env.register(Log.self) { Log() }
                let mailers: [Mailer] = try env.resolveAll()
                let log: Log = try env.resolve()
                log.note(mailers.count)
            }
            """,
            """
            import Service
            struct Screen { var mailer: Mailer { get throws { try ServiceEnv.current.resolve() } } }
            func database() throws -> Database { try ServiceEnv.current.resolve(name: "main") }
            ServiceEnv.current.register(Mailer.self) { Mailer() }
            ServiceEnv.current.register(Database.self, name: "main") { Database() }
            """,
            """
            import Service
            struct Repo { @Service var database: Database }
            ServiceEnv.current.register(Database.self) { Database() }
            """,
            """
            import Service
            public struct Mailer: Sendable {}
            struct Repo { @Service var database: Database }
            ServiceEnv.current.register(Database.self) { Database() }
            ServiceEnv.current.register(Mailer.self) { Mailer() }
            """,
            """
            import Service
            func wire(env: ServiceEnv) { env.register(Mailer.self) { Mailer() } }
            """,
            """
            import Service
            func get<T: Sendable>() throws -> T { try ServiceEnv.current.resolve(T.self) }
            struct Repo { @Service var database: Database }
            ServiceEnv.current.register(Database.self) { Database() }
            ServiceEnv.current.register(Mailer.self) { Mailer() }
            """,
            """
            import Service
            struct Repo { @Service var database: Database }
            ServiceEnv.current.register(Database.self) { Database() }
            ServiceEnv.current.contribute(Plugin.self) { Plugin() }
            """,
            """
            import Service
            struct Repo { @Service var database: Database }
            ServiceEnv.current.register(Database.self) { Database() }
            ServiceEnv.current.register(Mailer.self) { Mailer() }
            // FILE: Tests/AppTests/MailerTests.swift
            import Service
            let mailer = try ServiceEnv.current.resolve(Mailer.self)
            """,
        ])

    func conclude(_ project: Project) -> [Finding] {
        let graph = project.injection
        let asked = Set(graph.requests.filter { !$0.isSetAside }.compactMap(\.framework))
        var wanted: [String: [(key: InjectionFacts.Key, anyName: Bool)]] = [:]
        for request in graph.requests {
            wanted[TypeName.last(request.key.service), default: []].append((request.key, request.isNameUnknown))
        }
        for need in graph.registrations.flatMap({ graph.needs(of: $0) }) {
            wanted[TypeName.last(need.key.service), default: []].append((need.key, false))
        }
        return graph.registrations.compactMap { registration in
            guard !registration.isSetAside, !registration.isAddition, !registration.isConditional,
                registration.framework == .service || registration.framework == .swinject,
                asked.contains(registration.framework) || registration.framework == .service && hasNeeds(graph),
                graph.knowsRequests(of: registration.framework), !isPublic(registration, project),
                !(wanted[TypeName.last(registration.key.service)] ?? []).contains(where: {
                    ($0.anyName || $0.key.name == registration.key.name)
                        && InjectionGraph.mayBeSame($0.key.service, registration.key.service)
                })
            else { return nil }
            return finding(
                registration.place, "'\(registration.key.service)' is registered and never asked for.",
                fix: "Remove the registration, or use it.")
        }
    }

    private func hasNeeds(_ graph: InjectionGraph) -> Bool {
        graph.registrations.contains { !$0.needs.isEmpty }
    }

    private func isPublic(_ registration: InjectionFacts.Registration, _ project: Project) -> Bool {
        project.declarations(of: registration.key.service).contains(where: \.isPublic)
    }
}
