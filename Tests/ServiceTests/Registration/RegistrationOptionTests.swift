import Service
import Testing

private final class Need: Sendable {}

private final class Repository: Sendable {
    let need: Need?
    init(_ need: Need? = nil) { self.need = need }
}

/// Every option of a registration works together with every other, for all three kinds of services.
@Suite @MainActor struct RegistrationOptionTests {
    enum Option: CaseIterable {
        case name, scope, needs, onShutdown
    }

    nonisolated static let pairs: [[Option]] = [
        [.name, .scope], [.name, .needs], [.name, .onShutdown], [.scope, .needs], [.scope, .onShutdown],
        [.needs, .onShutdown],
    ]

    private let env = ServiceEnv(name: "options")
    private let shutDown = Cell(0)
    private let scope = ServiceScope.custom("session")

    init() {
        env.register(Need.self) { Need() }
    }

    @Test(arguments: ServiceKind.allCases, pairs)
    func `both of two options take effect`(kind: ServiceKind, options: [Option]) async throws {
        register(kind, options)
        try await check(kind, Set(options))
    }

    @Test(arguments: ServiceKind.allCases)
    func `all options together take effect`(kind: ServiceKind) async throws {
        let (env, shutDown, scope) = (env, shutDown, scope)
        switch kind {
        case .anyThread:
            env.register(
                Repository.self, name: "main", scope: scope, needs: Need.self,
                onShutdown: { _ in shutDown.increment() }
            ) { Repository($0) }
        case .mainActor:
            env.registerMain(
                Repository.self, name: "main", scope: scope, needs: Need.self,
                onShutdown: { _ in shutDown.increment() }
            ) { Repository($0) }
        case .asynchronous:
            env.registerAsync(
                Repository.self, name: "main", scope: scope, needs: Need.self,
                onShutdown: { _ in shutDown.increment() }
            ) { Repository($0) }
        }
        try await check(kind, Set(Option.allCases))
    }

    /// Spells out each pair, as what has to compile is the call.
    private func register(_ kind: ServiceKind, _ options: [Option]) {
        switch kind {
        case .anyThread: register(options)
        case .mainActor: registerMain(options)
        case .asynchronous: registerAsync(options)
        }
    }

    private func register(_ options: [Option]) {
        let type = Repository.self
        let shutDown = shutDown
        switch options {
        case [.name, .scope]: env.register(type, name: "main", scope: scope) { Repository() }
        case [.name, .needs]: env.register(type, name: "main", needs: Need.self) { Repository($0) }
        case [.name, .onShutdown]:
            env.register(type, name: "main", onShutdown: { _ in shutDown.increment() }) { Repository() }
        case [.scope, .needs]: env.register(type, scope: scope, needs: Need.self) { Repository($0) }
        case [.scope, .onShutdown]:
            env.register(type, scope: scope, onShutdown: { _ in shutDown.increment() }) { Repository() }
        case [.needs, .onShutdown]:
            env.register(type, needs: Need.self, onShutdown: { _ in shutDown.increment() }) { Repository($0) }
        default: Issue.record("\(options) is not registered.")
        }
    }

    private func registerMain(_ options: [Option]) {
        let type = Repository.self
        let shutDown = shutDown
        switch options {
        case [.name, .scope]: env.registerMain(type, name: "main", scope: scope) { Repository() }
        case [.name, .needs]: env.registerMain(type, name: "main", needs: Need.self) { Repository($0) }
        case [.name, .onShutdown]:
            env.registerMain(type, name: "main", onShutdown: { _ in shutDown.increment() }) { Repository() }
        case [.scope, .needs]: env.registerMain(type, scope: scope, needs: Need.self) { Repository($0) }
        case [.scope, .onShutdown]:
            env.registerMain(type, scope: scope, onShutdown: { _ in shutDown.increment() }) { Repository() }
        case [.needs, .onShutdown]:
            env.registerMain(type, needs: Need.self, onShutdown: { _ in shutDown.increment() }) { Repository($0) }
        default: Issue.record("\(options) is not registered.")
        }
    }

    private func registerAsync(_ options: [Option]) {
        let type = Repository.self
        let shutDown = shutDown
        switch options {
        case [.name, .scope]: env.registerAsync(type, name: "main", scope: scope) { Repository() }
        case [.name, .needs]: env.registerAsync(type, name: "main", needs: Need.self) { Repository($0) }
        case [.name, .onShutdown]:
            env.registerAsync(type, name: "main", onShutdown: { _ in shutDown.increment() }) { Repository() }
        case [.scope, .needs]: env.registerAsync(type, scope: scope, needs: Need.self) { Repository($0) }
        case [.scope, .onShutdown]:
            env.registerAsync(type, scope: scope, onShutdown: { _ in shutDown.increment() }) { Repository() }
        case [.needs, .onShutdown]:
            env.registerAsync(type, needs: Need.self, onShutdown: { _ in shutDown.increment() }) { Repository($0) }
        default: Issue.record("\(options) is not registered.")
        }
    }

    /// Each option has its effect where it was given, and none where it was not.
    private func check(_ kind: ServiceKind, _ options: Set<Option>) async throws {
        let name: ServiceName? = options.contains(.name) ? "main" : nil
        let service = options.contains(.name) ? "Repository(main)" : "Repository"
        // Before anything is created: declared, not observed.
        #expect(env.graph.edges.map(\.from) == (options.contains(.needs) ? [service] : []))
        #expect(env.graph.edges.map(\.to) == (options.contains(.needs) ? ["Need"] : []))
        let node = try #require(env.graph.nodes.first { $0.service == service })
        #expect(node.scope == (options.contains(.scope) ? scope : .singleton))
        #expect(node.location.contains("RegistrationOptionTests.swift:"))
        #expect(env.explain(Repository.self, name: name).contains("'\(service)' is registered at"))

        let repository = try await kind.resolve(Repository.self, name: name, in: env)
        #expect(try await kind.resolve(Repository.self, name: name, in: env) === repository)
        #expect(try repository.need === (options.contains(.needs) ? env.resolve(Need.self) : nil))
        if options.contains(.name) {
            #expect(await kind.failure(Repository.self, in: env)?.missing == "Repository")
        }
        env.resetScope(options.contains(.scope) ? .singleton : scope)
        #expect(try await kind.resolve(Repository.self, name: name, in: env) === repository)
        env.resetScope(options.contains(.scope) ? scope : .singleton)
        #expect(try await kind.resolve(Repository.self, name: name, in: env) !== repository)

        try await env.shutdown()
        #expect(shutDown.value == (options.contains(.onShutdown) ? 2 : 0))
    }
}
