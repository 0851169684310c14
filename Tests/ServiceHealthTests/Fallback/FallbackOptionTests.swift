#if Health
import Service
import ServiceHealth
import ServiceTesting
import Testing

private final class Need: Sendable {}

private final class Part: Sendable {
    let isLive: Bool
    let need: Need?
    init(isLive: Bool, need: Need? = nil) {
        self.isLive = isLive
        self.need = need
    }
}

/// A fallback works together with every other option of a registration, for all three kinds of services.
@Suite @MainActor struct FallbackOptionTests {
    enum Kind: CaseIterable {
        case anyThread, mainActor, asynchronous
    }

    enum Option: CaseIterable {
        case name, scope, needs, onShutdown
    }

    private let clock = ManualClock()
    private let health: ServiceHealthManager
    private let env = ServiceEnv(name: "options")
    private let power = FallbackRegistrationTests.Switch()
    private let shutDown = Tally()
    private let scope = ServiceScope.custom("session")

    init() {
        health = ServiceHealthManager(clock: clock)
        env.register(Need.self) { Need() }
    }

    private nonisolated var makeLive: @Sendable () throws -> Part {
        { [power] in
            try power.check()
            return Part(isLive: true)
        }
    }

    private nonisolated var makeLiveWithNeed: @Sendable (Need) throws -> Part {
        { [power] need in
            try power.check()
            return Part(isLive: true, need: need)
        }
    }

    private nonisolated var fallback: @Sendable () -> Part { { Part(isLive: false) } }

    private nonisolated var countShutdown: @Sendable (Part) -> Void { { [shutDown] _ in shutDown.enter() } }

    @Test(arguments: Kind.allCases, Option.allCases)
    func `an option takes effect beside a fallback`(kind: Kind, option: Option) async throws {
        switch kind {
        case .anyThread: register(option)
        case .mainActor: registerMain(option)
        case .asynchronous: registerAsync(option)
        }
        try await check(kind, [option])
    }

    @Test(arguments: Kind.allCases)
    func `all options together take effect`(kind: Kind) async throws {
        switch kind {
        case .anyThread:
            env.register(
                Part.self, name: "main", scope: scope, needs: Need.self, health: .inventory, manager: health,
                fallbackKind: .substitute, fallback: fallback, onShutdown: countShutdown, factory: makeLiveWithNeed)
        case .mainActor:
            env.registerMain(
                Part.self, name: "main", scope: scope, needs: Need.self, health: .inventory, manager: health,
                fallbackKind: .substitute, fallback: fallback, onShutdown: countShutdown, factory: makeLiveWithNeed)
        case .asynchronous:
            env.registerAsync(
                Part.self, name: "main", scope: scope, needs: Need.self, health: .inventory, manager: health,
                fallbackKind: .substitute, fallback: fallback, onShutdown: countShutdown, factory: makeLiveWithNeed)
        }
        try await check(kind, Set(Option.allCases))
    }

    private func register(_ option: Option) {
        switch option {
        case .name:
            env.register(
                Part.self, name: "main", health: .inventory, manager: health, fallback: fallback, factory: makeLive)
        case .scope:
            env.register(
                Part.self, scope: scope, health: .inventory, manager: health, fallback: fallback, factory: makeLive)
        case .needs:
            env.register(
                Part.self, needs: Need.self, health: .inventory, manager: health, fallback: fallback,
                factory: makeLiveWithNeed)
        case .onShutdown:
            env.register(
                Part.self, health: .inventory, manager: health, fallback: fallback, onShutdown: countShutdown,
                factory: makeLive)
        }
    }

    private func registerMain(_ option: Option) {
        switch option {
        case .name:
            env.registerMain(
                Part.self, name: "main", health: .inventory, manager: health, fallback: fallback, factory: makeLive)
        case .scope:
            env.registerMain(
                Part.self, scope: scope, health: .inventory, manager: health, fallback: fallback, factory: makeLive)
        case .needs:
            env.registerMain(
                Part.self, needs: Need.self, health: .inventory, manager: health, fallback: fallback,
                factory: makeLiveWithNeed)
        case .onShutdown:
            env.registerMain(
                Part.self, health: .inventory, manager: health, fallback: fallback, onShutdown: countShutdown,
                factory: makeLive)
        }
    }

    private func registerAsync(_ option: Option) {
        switch option {
        case .name:
            env.registerAsync(
                Part.self, name: "main", health: .inventory, manager: health, fallback: fallback, factory: makeLive)
        case .scope:
            env.registerAsync(
                Part.self, scope: scope, health: .inventory, manager: health, fallback: fallback, factory: makeLive)
        case .needs:
            env.registerAsync(
                Part.self, needs: Need.self, health: .inventory, manager: health, fallback: fallback,
                factory: makeLiveWithNeed)
        case .onShutdown:
            env.registerAsync(
                Part.self, health: .inventory, manager: health, fallback: fallback, onShutdown: countShutdown,
                factory: makeLive)
        }
    }

    private func resolve(_ kind: Kind, name: ServiceName?) async throws -> Part {
        switch kind {
        case .anyThread: try env.resolve(Part.self, name: name)
        case .mainActor: try env.resolveMain(Part.self, name: name)
        case .asynchronous: try await env.resolveAsync(Part.self, name: name)
        }
    }

    /// The service degrades and comes back, and each option has its effect where it was given.
    private func check(_ kind: Kind, _ options: Set<Option>) async throws {
        let name: ServiceName? = options.contains(.name) ? "main" : nil
        let service = options.contains(.name) ? "Part(main)" : "Part"
        let node = try #require(env.graph.nodes.first { $0.service == service })
        #expect(node.scope == (options.contains(.scope) ? scope : .singleton))
        #expect(node.location.contains("FallbackOptionTests.swift:"))
        #expect(env.graph.edges.map(\.to) == (options.contains(.needs) ? ["Need"] : []))

        let part = try await resolve(kind, name: name)
        #expect(!part.isLive)
        #expect(try await resolve(kind, name: name) === part)
        #expect(health.serviceStates[.inventory]?.source == .fallback)
        if options.contains(.name) {
            await #expect(throws: ServiceError.self) { _ = try await resolve(kind, name: nil) }
        }

        power.turn(true)
        await clock.advance(by: .seconds(300))
        let live = try await resolve(kind, name: name)
        #expect(live.isLive)
        #expect(health.serviceStates[.inventory]?.source == .live)
        #expect(try live.need === (options.contains(.needs) ? env.resolve(Need.self) : nil))
        env.resetScope(options.contains(.scope) ? .singleton : scope)
        #expect(try await resolve(kind, name: name) === live)
        env.resetScope(options.contains(.scope) ? scope : .singleton)
        #expect(try await resolve(kind, name: name) !== live)

        try await env.shutdown()
        // The fallback and both live instances.
        #expect(shutDown.total == (options.contains(.onShutdown) ? 3 : 0))
    }

    @Test func `a need that fails degrades the service, one that is missing does not`() async throws {
        env.register(
            Part.self, needs: Need.self, health: .inventory, manager: health, fallback: fallback,
            factory: makeLiveWithNeed)
        env.register(Need.self) { throw Down() }
        #expect(try env.resolve(Part.self).isLive == false)
        let other = ServiceEnv(name: "other")
        other.register(
            Part.self, needs: Need.self, health: .rates, manager: health, fallback: fallback,
            factory: makeLiveWithNeed)
        #expect {
            try other.resolve(Part.self)
        } throws: { error in
            guard case .notRegistered("Need")? = error as? ServiceError else { return false }
            return true
        }
    }

    // MARK: Scopes that end by themselves

    @Test(arguments: [ServiceScope.weak, .timed(.seconds(1000))])
    func `a fallback serves and ends whatever the scope`(scope: ServiceScope) async throws {
        let env = ServiceEnv(name: "limited", clock: clock)
        env.register(
            Part.self, scope: scope, health: .inventory, manager: health, fallback: fallback, factory: makeLive)
        let first = ObjectIdentifier(try env.resolve(Part.self))
        #expect(try ObjectIdentifier(env.resolve(Part.self)) == first)
        power.turn(true)
        await clock.advance(by: .seconds(300))
        let live = try env.resolve(Part.self)
        #expect(live.isLive)
        #expect(try env.resolve(Part.self) === live)
    }

    @Test func `a timed service that degrades after its time gets a fallback`() async throws {
        let env = ServiceEnv(name: "limited", clock: clock)
        env.register(
            Part.self, scope: .timed(.seconds(60)), health: .inventory, manager: health, fallback: fallback,
            factory: makeLive)
        power.turn(true)
        #expect(try env.resolve(Part.self).isLive)
        power.turn(false)
        await clock.advance(by: .seconds(59))
        #expect(try env.resolve(Part.self).isLive)
        await clock.advance(by: .seconds(1))
        #expect(try env.resolve(Part.self).isLive == false)
        power.turn(true)
        await clock.advance(by: .seconds(300))
        #expect(try env.resolve(Part.self).isLive)
    }

    @Test func `a fallback that is a value cannot serve a weak service`() {
        env.register(
            (any Inventory).self, scope: .weak, health: .inventory, manager: health,
            fallback: { FallbackRegistrationTests.Mock() as any Inventory }
        ) { try DiskInventory(path: "") }
        #expect(throws: ServiceError.self) { try env.resolve((any Inventory).self) }
    }
}
#endif
