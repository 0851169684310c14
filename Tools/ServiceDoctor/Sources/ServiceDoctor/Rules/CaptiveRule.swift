struct CaptiveRule: Rule {
    let description = RuleDescription(
        id: "di_captive",
        severity: .warning,
        summary: "Finds a singleton that keeps a service with a shorter lifetime.",
        reason: """
            A service that should be created for each use or each request is created once and kept by the singleton \
            that holds it: one user's data may reach the next.
            """,
        exceptions: """
            A singleton that holds a provider, or uses the service only while it is being made; a structure without stored properties, of \
            which one is as good as another; a service whose factory only resolves another one, which is a singleton. A note for Factory's `.cached`, which lives until somebody resets it.
            """,
        triggering: [
            """
            import Swinject
            func wire(container: Container) {
                container.register(Client.self) { _ in Client() }.inObjectScope(.transient)
                container.register(Fetching.self) { r in r.resolve(Client.self)! }.inObjectScope(.transient)
                ↓container.register(API.self) { r in API(r.resolve(Fetching.self)!) }.inObjectScope(.container)
            }
            """,
            """
            import Service
            import ServiceMacros
            @Injectable final class Uploader: Uploading { init(cart: Cart) {} }
            func wire(env: ServiceEnv) {
                env.register(Cart.self, scope: .transient) { Cart() }
                ↓env.register((any Uploading).self, as: Uploader.self) { $0 }
            }
            """,
            """
            import FactoryKit
            final class ServiceContainer: SharedContainer, AutoRegistering {
                static let shared = ServiceContainer()
                let manager = ContainerManager()
                func autoRegister() { manager.defaultScope = .singleton }
            }
            extension ServiceContainer {
                private var draft: Draft { Container.shared.draft() }
                ↓var editor: Factory<Editor> { self { Editor(draft: self.draft) } }
            }
            extension Container { var draft: Factory<Draft> { self { Draft() }.unique } }
            """,
            """
            import Service
            func wire(env: ServiceEnv) {
                env.register(Token.self, scope: .timed(.seconds(60))) { Token() }
                ↓env.register(API.self) { API(token: try env.resolve(Token.self)) }
            }
            """,
            """
            import Service
            func wire(env: ServiceEnv) {
                env.register(Session.self, scope: .transient) { Session() }
                ↓env.register(API.self) { API(session: try env.resolve(Session.self)) }
            }
            """,
            """
            import Service
            func wire(env: ServiceEnv) {
                env.register(Request.self, scope: .graph) { Request() }
                ↓env.register(Handler.self, needs: Request.self) { request in Handler(request) }
            }
            """,
            """
            import Service
            struct Handler: Sendable { @Service var cart: Cart }
            func wire(env: ServiceEnv) {
                env.register(Cart.self, scope: .custom("checkout")) { Cart() }
                ↓env.register(Handler.self, scope: .singleton) { Handler() }
            }
            """,
            """
            import Swinject
            func wire(container: Container) {
                container.register(Session.self) { _ in Session() }.inObjectScope(.transient)
                ↓container.register(API.self) { r in API(r.resolve(Session.self)!) }.inObjectScope(.container)
            }
            """,
            """
            import Service
            func wire(env: ServiceEnv) {
                env.register(Cursor.self, scope: .transient) { Cursor() }
                ↓env.register(Reader.self) {
                    let cursor = try env.resolve(Cursor.self)
                    return Reader(cursor: cursor)
                }
            }
            """,
            """
            import Service
            @MainActor func wire(env: ServiceEnv) {
                env.registerMain(Draft.self, scope: .graph) { Draft() }
                ↓env.registerMain(Editor.self) { Editor(draft: try env.resolveMain(Draft.self)) }
            }
            """,
        ],
        clean: [
            """
            import Service
            struct Handler: Sendable { @Provider var cart: Cart }
            func wire(env: ServiceEnv) {
                env.register(Cart.self, scope: .transient) { Cart() }
                env.register(Handler.self) { Handler() }
            }
            """,
            """
            import Service
            func wire(env: ServiceEnv) {
                env.register(Session.self, scope: .transient) { Session() }
                env.register(API.self) { API(session: { try env.resolve(Session.self) }) }
            }
            """,
            """
            import Service
            func wire(env: ServiceEnv) {
                env.register(Session.self) { Session() }
                env.register(API.self, scope: .transient) { API(session: try env.resolve(Session.self)) }
            }
            """,
            """
            import Service
            func wire(env: ServiceEnv) {
                env.register(Config.self, scope: .transient) { Config() }
                env.register(API.self) {
                    let config = try env.resolve(Config.self)
                    return API(url: config.url)
                }
            }
            """,
            """
            import Swinject
            func wire(container: Container) {
                container.register(Client.self) { _ in Client() }.inObjectScope(.container)
                container.register(Fetching.self) { r in r.resolve(Client.self)! }.inObjectScope(.transient)
                container.register(API.self) { r in API(r.resolve(Fetching.self)!) }.inObjectScope(.container)
            }
            """,
            """
            import Swinject
            func wire(container: Container) {
                container.register(Session.self) { _ in Session() }
                container.register(API.self) { r in API(r.resolve(Session.self)!) }.inObjectScope(.container)
            }
            """,
            """
            import Service
            func wire(env: ServiceEnv) {
                env.register(Session.self, scope: .graph) { Session() }
                env.register(API.self, scope: .graph) { API(session: try env.resolve(Session.self)) }
            }
            """,
        ])

    /// A weakly kept service of Factory lives as long as the object that keeps it, which does no harm.
    private static func isShort(_ registration: InjectionFacts.Registration) -> Bool {
        registration.scope.isShort || registration.scope == .weak && registration.framework == .service
    }

    /// Only hands on another service, which is a singleton.
    private static func forwardsSingleton(
        _ registration: InjectionFacts.Registration, in graph: InjectionGraph
    ) -> Bool {
        guard registration.onlyForwards, let key = registration.needs.first?.key else { return false }
        let targets = graph.registrations(for: key).filter { !$0.isSetAside && !$0.isAddition }
        return !targets.isEmpty
            && targets.allSatisfy { $0.scope == .singleton && ($0.isScopeWritten || $0.framework == .service) }
    }

    /// Makes a structure without stored properties, of which one is as good as another.
    private static func isValue(_ registration: InjectionFacts.Registration, in project: Project) -> Bool {
        let types = registration.makes.flatMap(project.declarations)
        return !types.isEmpty && types.allSatisfy { $0.kind == .struct && $0.isStateless }
    }

    /// Factory's `.cached`, which lives until somebody resets it.
    private static func isCached(_ registration: InjectionFacts.Registration) -> Bool {
        registration.framework == .factory && registration.scope == .custom
    }

    func conclude(_ project: Project) -> [Finding] {
        let graph = project.injection
        var findings: [Place: Finding] = [:]
        for registration in graph.registrations
        where registration.scope == .singleton && !registration.isSetAside && !registration.isAddition {
            guard registration.framework != .dependencies else { continue }
            for need in graph.needs(of: registration) where need.isKept {
                let targets = graph.registrations(for: need.key).filter { !$0.isSetAside && !$0.isAddition }
                guard !targets.isEmpty,
                    targets.allSatisfy({
                        $0.isScopeWritten && Self.isShort($0) && $0.framework == registration.framework
                    }), targets.contains(where: { !Self.forwardsSingleton($0, in: graph) }),
                    !targets.allSatisfy({ Self.isValue($0, in: project) })
                else { continue }
                findings[registration.place] = finding(
                    registration.place,
                    "The singleton '\(registration.key.service)' keeps '\(need.key.service)', which has a shorter lifetime.",
                    severity: targets.allSatisfy { Self.isCached($0) } ? .note : nil,
                    fix: "Give it a provider, or the shorter scope.")
                break
            }
        }
        return Array(findings.values)
    }
}
