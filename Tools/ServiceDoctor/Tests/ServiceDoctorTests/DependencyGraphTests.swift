import ServiceDoctor
import Testing

@Suite struct DependencyGraphTests {
    private func graph(_ code: String, path: String = "Sources/App/A.swift") -> DependencyGraph {
        Doctor().graph(sources: [(path, code)])
    }

    private func edges(_ code: String) -> [String] {
        graph(code).edges.map { "\($0.from) \($0.isLazy ? "~>" : "->") \($0.to)" }
    }

    @Test func `every form of registration is a node`() {
        let nodes = graph(
            """
            import Service
            func wire(env: ServiceEnv) {
                env.register(A.self) { A() }
                env.register((any B).self, scope: .transient) { LiveB() }
                env.register(C())
                let d = D(1)
                env.register(d)
                env.register(E.self)
                env.registerMain(F.self, scope: .graph) { F() }
                env.registerAsync(G.self) { try await G.open() }
                env.register(H.self, name: "replica") { H() }
                env.register(I.self, arguments: { (year: Int) in I(year) })
                env.contribute(J.self) { J() }
                env.register(K.self, onShutdown: { await $0.close() }) { K() }
                env.register(L.self, health: .l, fallback: { LastL() }) { try LiveL() }
                env.register(M.self, scope: .custom("request")) { M() }
            }
            """
        ).nodes
        #expect(nodes.map(\.service) == ["A", "B", "C", "D", "E", "F", "G", "H(replica)", "I", "J", "K", "L", "M"])
        #expect(nodes.first { $0.service == "B" }?.scope == "transient")
        #expect(nodes.first { $0.service == "F" }?.scope == "graph")
        #expect(nodes.first { $0.service == "M" }?.scope == "custom")
        #expect(nodes.first?.location == "Sources/App/A.swift:3")
    }

    @Test func `needs, factories' bodies, helpers and wrappers are edges`() {
        let found = edges(
            """
            import Service
            struct C: Sendable { @Service var a: A; @Provider var b: B; let d = Service(D.self) }
            func wire(env: ServiceEnv) {
                env.register(A.self) { A() }
                env.register(B.self, needs: A.self) { B($0) }
                env.register(C.self) { C() }
                env.register(D.self) { try makeD(env) }
                env.register(E.self) { E(later: { try env.resolve(A.self) }, name: try env.resolve(H.self, name: "h")) }
                env.register(H.self, name: "h") { H() }
            }
            func makeD(_ env: ServiceEnv) throws -> D { D(try env.resolve(B.self)) }
            """)
        #expect(found == ["B -> A", "C ~> A", "C ~> B", "C ~> D", "D -> B", "E ~> A", "E -> H(h)"])
    }

    @Test func `Swinject is read`() {
        let found = edges(
            """
            import Swinject
            func wire(container: Container) {
                container.register(A.self) { _ in A() }.inObjectScope(.container).implements(Z.self)
                container.register(B.self) { r in B(r.resolve(A.self)!) }
                container.register(C.self) { (r, id: Int) in C(id, r.resolve(Z.self)!) }
                container.register(D.self) { _ in D() }.initCompleted { r, d in d.b = r.resolve(B.self) }
            }
            """)
        #expect(found == ["B -> A", "C -> Z", "D ~> B"])
    }

    @Test func `Factory is read`() {
        let found = edges(
            """
            import FactoryKit
            final class Screen { @Injected(\\.b) var b }
            extension Container {
                var a: Factory<A> { self { LiveA() }.singleton }
                var b: Factory<any B> { Factory(self) { LiveB(a: self.a(), c: { Container.shared.c() }) } }
                var c: Factory<C> { self { C() }.cached }
                var screen: Factory<Screen> { self { Screen() } }
            }
            """)
        #expect(found == ["B -> A", "B ~> C", "Screen -> B"])
    }

    @Test func `dependency keys are read`() {
        let found = edges(
            """
            import Dependencies
            enum AKey: DependencyKey { static let liveValue: any A = LiveA() }
            extension Client: DependencyKey {
                static var liveValue: Client {
                    @Dependency(\\.a) var a
                    return Client(load: { try await a.load() })
                }
            }
            extension DependencyValues {
                var a: any A { get { self[AKey.self] } set { self[AKey.self] = newValue } }
            }
            """)
        #expect(found == ["Client ~> A"])
    }

    @Test func `dependency keys whose values have one type are told apart`() {
        let found = edges(
            """
            import Dependencies
            enum PrimaryStoreKey: DependencyKey { static let liveValue: any Store = DiskStore() }
            enum CachedStoreKey: DependencyKey {
                static var liveValue: any Store {
                    @Dependency(\\.primaryStore) var store
                    return CachedStore(store)
                }
            }
            extension DependencyValues {
                var primaryStore: any Store { get { self[PrimaryStoreKey.self] } set { self[PrimaryStoreKey.self] = newValue } }
                var cachedStore: any Store { get { self[CachedStoreKey.self] } set { self[CachedStoreKey.self] = newValue } }
            }
            """)
        #expect(found == ["Store(CachedStoreKey) -> Store(PrimaryStoreKey)"])
    }

    @Test func `two containers are one picture`() {
        let nodes = Doctor().graph(sources: [
            (
                "Sources/App/Old.swift",
                "import Swinject\nfunc old(c: Container) { c.register(Log.self) { _ in Log() } }"
            ),
            ("Sources/App/New.swift", "import Service\nfunc new(env: ServiceEnv) { env.register(Log.self) { Log() } }"),
        ]).nodes
        #expect(nodes.map(\.containers) == [["Service", "Swinject"]])
    }

    @Test func `what the source does not tell is counted, not guessed`() {
        let graph = graph(
            """
            import Service
            func wire(env: ServiceEnv, made: [any Sendable]) {
                env.register(current())
                env.register(A.self) { A(try env.resolve(Elsewhere.self)) }
            }
            """)
        #expect(graph.nodes.map(\.service) == ["A"])
        #expect(graph.edges.isEmpty)
        #expect(graph.unresolved == 2)
    }

    @Test func `what is registered by a text is no service`() {
        let graph = graph(
            """
            import Service
            func wire(env: ServiceEnv, checks: HealthChecks) {
                env.register(A.self) { A() }
                checks.register("items") { await result() }
            }
            """)
        #expect(graph.nodes.map(\.service) == ["A"])
        #expect(graph.gaps.isEmpty)
    }

    @Test func `strict checks show what the source does not tell`() {
        let code = [
            (
                path: "Sources/App/A.swift",
                code: "import Service\nfunc wire(env: ServiceEnv) {\n    env.register(current())\n}\n"
            )
        ]
        let report = Doctor(configuration: DoctorConfiguration(strict: true)).check(sources: code)
        #expect(report.findings.map { "\($0.rule):\($0.line):\($0.column)" } == ["graph_unresolved:3:5"])
        #expect(Doctor().check(sources: code).findings.isEmpty)
    }

    @Test func `a wrapper around register is read at its callers`() {
        let nodes = graph(
            """
            import Service
            func add<T: Sendable>(_ type: T.Type, _ make: @escaping @Sendable () -> T) { ServiceEnv.current.register(type, factory: make) }
            func wire() { add(Database.self) { Database() } }
            """
        ).nodes
        #expect(nodes.map(\.service) == ["Database"])
    }

    @Test func `names are safe in every drawing`() {
        let graph = graph(
            "import Service\nfunc wire(env: ServiceEnv) { env.register(Repo<User>.self, name: \"a\\\"b\") { Repo() } }\n"
        )
        #expect(graph.mermaid.contains("#lt;User#gt;"))
        #expect(graph.dot.contains("\\\""))
    }

    @Test func `registrations of tests are not drawn`() {
        #expect(
            graph("import Service\nServiceEnv.current.register(A.self) { A() }\n", path: "Tests/AppTests/A.swift").nodes
                .isEmpty)
    }
}
