struct CycleRule: Rule {
    let description = RuleDescription(
        id: "di_cycle",
        severity: .error,
        summary: "Finds services whose factories need each other.",
        reason: "None of them can be created: resolving one throws or, in other containers, never returns.",
        exceptions:
            "Cycles through a provider, a lazily resolved wrapper or `initCompleted`; services with several registrations.",
        triggering: [
            """
            import Service
            import ServiceMacros
            @Injectable final class Repository { init(@Named("main") cache: Cache) {} }
            @Injectable final class Cache {
                init() {}
                @Inject init(repository: Repository) {}
            }
            func wire(env: ServiceEnv) {
                ↓env.register(Cache.self, name: "main")
                env.register(Repository.self)
            }
            """,
            """
            import Swinject
            @propertyWrapper final class Injected<Service> {
                var wrappedValue: Service!
                func resolve(_ resolver: Resolver) { wrappedValue = resolver.resolve(Service.self) }
            }
            final class BaseDoses: Doses, Injectable {
                @Injected() private var pump: Pump!
                init(resolver: Resolver) { injectServices(resolver) }
            }
            final class BasePump: Pump {
                private let doses: Doses
                init(resolver: Resolver) { doses = resolver.resolve(Doses.self)! }
            }
            final class DeviceAssembly: Assembly {
                func assemble(container: Container) {
                    ↓container.register(Doses.self) { r in BaseDoses(resolver: r) }
                    container.register(Pump.self) { r in BasePump(resolver: r) }
                }
            }
            """,
            """
            import FactoryKit
            final class DataContainer: SharedContainer { static let shared = DataContainer(); let manager = ContainerManager() }
            final class ToolsContainer: SharedContainer { static let shared = ToolsContainer(); let manager = ContainerManager() }
            extension DataContainer {
                private var log: any Log { ToolsContainer.shared.log() }
                ↓var store: Factory<any Store> { self { DiskStore(log: self.log) } }
            }
            extension ToolsContainer {
                var log: Factory<any Log> { self { StoredLog(store: DataContainer.shared.store()) } }
            }
            """,
            """
            import Dependencies
            enum AKey: DependencyKey { ↓static let liveValue = A(b: BKey.liveValue) }
            enum BKey: DependencyKey {
                static var liveValue: B {
                    @Dependency(\\.a) var a
                    return B(a: a)
                }
            }
            extension DependencyValues { var a: A { get { self[AKey.self] } set { self[AKey.self] = newValue } } }
            """,
            """
            import Service
            func wire(env: ServiceEnv) {
                ↓env.register(A.self) { A(try env.resolve(B.self)) }
                env.register(B.self) { B(try env.resolve(A.self)) }
            }
            """,
            """
            import Service
            func wire(env: ServiceEnv) {
                ↓env.register(A.self, needs: B.self) { A($0) }
                env.register(B.self, needs: C.self) { B($0) }
                env.register(C.self, needs: A.self) { C($0) }
            }
            """,
            """
            import Swinject
            func wire(container: Container) {
                ↓container.register(Parent.self) { r in Parent(child: r.resolve(Child.self)!) }
                container.register(Child.self) { r in Child(parent: r.resolve(Parent.self)!) }
            }
            """,
            """
            import Service
            ↓ServiceEnv.current.register(Loop.self) {
                let inner = try ServiceEnv.current.resolve(Loop.self)
                return Loop(inner)
            }
            """,
            """
            import Factory
            extension Container {
                ↓var a: Factory<A> { self { A(self.b()) } }
                var b: Factory<B> { self { B(self.a()) } }
            }
            """,
            """
            // FILE: Sources/App/A.swift
            import Service
            struct AAssembly: ServiceAssembly {
                func assemble(env: ServiceEnv) { ↓env.register(A.self) { try makeA(env) } }
                func makeA(_ env: ServiceEnv) throws -> A { A(try env.resolve(B.self)) }
            }
            // FILE: Sources/App/B.swift
            import Service
            struct BAssembly: ServiceAssembly {
                func assemble(env: ServiceEnv) { env.registerMain(B.self) { B(try env.resolveMain(A.self)) } }
            }
            """,
        ],
        clean: [
            """
            import FactoryKit
            extension Container {
                var a: Factory<A> { self { A(later: { self.b() }) } }
                var b: Factory<B> { self { B(self.a()) } }
            }
            """,
            """
            import Dependencies
            enum AKey: DependencyKey { static let liveValue = A(run: { @Dependency(\\.b) var b; b.run() }) }
            enum BKey: DependencyKey { static let liveValue = B(run: { @Dependency(\\.a) var a; a.run() }) }
            extension DependencyValues {
                var a: A { get { self[AKey.self] } set { self[AKey.self] = newValue } }
                var b: B { get { self[BKey.self] } set { self[BKey.self] = newValue } }
            }
            """,
            """
            import Service
            func wire(env: ServiceEnv) {
                env.register(A.self) { A(try env.resolve(B.self)) }
                env.register(B.self) { B() }
            }
            """,
            """
            import Service
            func wire(env: ServiceEnv) {
                env.register(A.self) { A(try env.resolve(B.self)) }
                env.register(B.self) { B(makeA: { try env.resolve(A.self) }) }
            }
            """,
            """
            import Swinject
            final class Sessions { init(tunnel: Tunnel) {} }
            final class Tunnel { lazy var sessions: Sessions = Assembler.resolve(Sessions.self) }
            func wire(container: Container) {
                container.register(Sessions.self) { r in Sessions(tunnel: r.resolve(Tunnel.self)!) }
                container.register(Tunnel.self) { _ in Tunnel() }
            }
            """,
            """
            import Swinject
            func wire(container: Container) {
                container.register(Parent.self) { r in Parent(child: r.resolve(Child.self)!) }
                container.register(Child.self) { _ in Child() }.initCompleted { r, child in child.parent = r.resolve(Parent.self) }
            }
            """,
            """
            import Service
            struct A: Sendable { @Service var b: B }
            struct B: Sendable { @Service var a: A }
            func wire(env: ServiceEnv) {
                env.register(A.self) { A() }
                env.register(B.self) { B() }
            }
            """,
            """
            import Swinject
            func wire(container: Container) {
                container.register(A.self) { r in A(r.resolve(Provider<B>.self)!) }
                container.register(B.self) { r in B(r.resolve(A.self)!) }
            }
            """,
            """
            import Service
            func wire(env: ServiceEnv) {
                env.register(DB.self, name: "replica") { DB(try env.resolve(DB.self)) }
                env.register(DB.self) { DB() }
            }
            """,
            """
            import Service
            env.decorate(HTTP.self) { inner in Logged(inner) }
            env.register(HTTP.self) { HTTP() }
            """,
        ])

    func conclude(_ project: Project) -> [Finding] {
        let graph = project.injection
        var only: [InjectionFacts.Key: InjectionFacts.Registration] = [:]
        for (key, group) in Dictionary(
            grouping: graph.registrations.filter({ !$0.isSetAside && !$0.isAddition }), by: \.key)
        {
            if group.count == 1, let registration = group.first { only[key] = registration }
        }
        var edges: [InjectionFacts.Key: [InjectionFacts.Key]] = [:]
        for (key, registration) in only {
            edges[key] = graph.needs(of: registration).filter(\.isEager).compactMap { need in
                let targets = graph.registrations(for: need.key).filter { !$0.isSetAside && !$0.isAddition }
                guard targets.count == 1, let target = targets.first, only[target.key] != nil else { return nil }
                return target.key
            }
        }
        return Cycles.find(in: edges, order: { (only[$0]?.place).map { "\($0.file):" + Self.padded($0.line) } ?? "" })
            .compactMap { cycle in
                guard let first = cycle.first, let place = only[first]?.place else { return nil }
                let chain = (cycle + [first]).map(\.service).joined(separator: " → ")
                return finding(
                    place,
                    cycle.count == 1
                        ? "This service needs itself: \(chain)." : "These services need each other: \(chain).",
                    fix: "Let one of them resolve the other later, through a provider.")
            }
    }

    private static func padded(_ line: Int) -> String {
        let digits = String(line)
        return String(repeating: "0", count: max(0, 9 - digits.count)) + digits
    }
}
