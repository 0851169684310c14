#if Health
import Service
import ServiceHealth
import ServiceTesting
import Testing

/// What a decorator that throws does to instances: each goes, and goes once.
@Suite struct DecoratedFallbackTests {
    typealias Part = FallbackConcurrencyTests.Part

    let clock = ManualClock()
    let health: ServiceHealthManager
    let env = ServiceEnv(name: "decorated")
    let gone = Log<String>()
    /// What the live factory and the decorator of ``registerRecovering(_:)`` do.
    let isBack = Log<Bool>()
    let isAccepted = Log<Bool>()

    init() {
        health = ServiceHealthManager(clock: clock)
    }

    private func part(_ name: String) -> Part {
        Part(name) { [gone] in gone.add(name) }
    }

    @Test func `one that refuses a live service that is awaited`() async {
        env.registerAsync(Part.self) { part("live") }
        env.decorate(Part.self) { _ in throw Down() }
        await #expect(throws: ServiceError.self) { try await env.resolveAsync(Part.self) }
        #expect(gone.elements == ["live"])
    }

    @Test func `one that refuses a live service`() {
        env.register(Part.self) { part("live") }
        env.decorate(Part.self) { _ in throw Down() }
        #expect(throws: ServiceError.self) { try env.resolve(Part.self) }
        #expect(gone.elements == ["live"])
    }

    @Test func `one of a fallback that a caller gets who cannot wait`() async throws {
        env.registerAsync(
            Part.self, scope: .transient, health: .inventory, manager: health, fallback: { part("fallback") }
        ) { throw Down() }
        env.decorate(Part.self) { [part] in part("decorated \($0.name)") }
        #expect(try await env.resolveAsync(Part.self).name == "decorated fallback")
        #expect(try env.resolve(Part.self).name == "decorated fallback")
        #expect(env.graph.nodes.map(\.isChecked) == [false])
        env.decorate(Part.self) { _ in throw Down() }
        #expect(throws: ServiceError.self) { try env.resolve(Part.self) }
    }

    @Test func `one that refuses a fallback, which serves on when the decorator lets it`() async throws {
        let refuses = Log<Bool>()
        refuses.add(true)
        env.registerAsync(Part.self, health: .inventory, manager: health, fallback: { part("fallback") }) {
            throw Down()
        }
        env.decorate(Part.self) { inner in
            if refuses.elements.count < 4 { throw Down() }
            return inner
        }
        // Awaited for the first time, then handed out, then handed out to somebody who cannot wait.
        await #expect(throws: ServiceError.self) { try await env.resolveAsync(Part.self) }
        refuses.add(true)
        await #expect(throws: ServiceError.self) { try await env.resolveAsync(Part.self) }
        refuses.add(true)
        #expect(throws: ServiceError.self) { try env.resolve(Part.self) }
        #expect(gone.elements.isEmpty)
        refuses.add(true)
        #expect(try await env.resolveAsync(Part.self).name == "fallback")
        env.resetAll()
        #expect(gone.elements == ["fallback"])
    }

    // MARK: The live service that is back

    @Sendable private func live() throws -> Part {
        if isBack.elements.isEmpty { throw Down() }
        return part("live")
    }

    @Sendable private func accept(_ inner: Part) throws -> Part {
        if inner.name == "live", isAccepted.elements.isEmpty { throw Elsewhere() }
        return inner
    }

    /// What is resolved when the live service is back, before and after the decorator accepts it.
    private func recover(_ resolve: () async throws -> Part) async throws {
        #expect(try await resolve().name == "fallback")
        isBack.add(true)
        await clock.advance(by: .seconds(300))
        #expect(try await resolve().name == "fallback")
        #expect(health.lastError(of: .inventory) is Elsewhere)
        #expect(health.state(of: .inventory)?.isHealthy == false)
        #expect(health.state(of: .inventory)?.source == .fallback)
        #expect(gone.elements == ["live"])
        // Tried again after the next interval, and not before.
        #expect(try await resolve().name == "fallback")
        #expect(gone.elements == ["live"])
        isAccepted.add(true)
        await clock.advance(by: .seconds(300))
        #expect(try await resolve().name == "live")
        #expect(health.state(of: .inventory)?.isHealthy == true)
        #expect(health.state(of: .inventory)?.source == .live)
    }

    /// What is resolved when the decorator refuses the first live service, and later accepts it.
    private func refuseFirst(_ resolve: () async throws -> Part) async throws {
        isBack.add(true)
        #expect(try await resolve().name == "fallback")
        #expect(health.lastError(of: .inventory) is Elsewhere)
        #expect(health.state(of: .inventory)?.source == .fallback)
        #expect(gone.elements == ["live"])
        isAccepted.add(true)
        #expect(try await resolve().name == "fallback")
        await clock.advance(by: .seconds(300))
        #expect(try await resolve().name == "live")
        #expect(health.state(of: .inventory)?.isHealthy == true)
        #expect(health.state(of: .inventory)?.source == .live)
    }

    @Test(arguments: [ServiceScope.singleton, .transient, .graph])
    func `one that refuses the first live service, in whose place a fallback serves`(scope: ServiceScope) async throws {
        env.register(
            Part.self, scope: scope, health: .inventory, manager: health, fallback: { part("fallback") }, factory: live)
        env.decorate(Part.self, decorator: accept)
        try await refuseFirst { try env.resolve(Part.self) }
    }

    @Test(arguments: [ServiceScope.singleton, .transient])
    func `one that refuses the first live service that is awaited, in whose place a fallback serves`(
        scope: ServiceScope
    ) async throws {
        env.registerAsync(
            Part.self, scope: scope, health: .inventory, manager: health, fallback: { part("fallback") },
            factory: { try live() })
        env.decorate(Part.self, decorator: accept)
        try await refuseFirst { try await env.resolveAsync(Part.self) }
    }

    @Test func `one that refuses the first live service, which has no fallback that can be created`() throws {
        isBack.add(true)
        env.register(Part.self, health: .inventory, manager: health, fallback: { throw Down() }, factory: live)
        env.decorate(Part.self, decorator: accept)
        let error = #expect(throws: ServiceError.self) { try env.resolve(Part.self) }
        guard case .factoryFailed(_, is Elsewhere) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(health.state(of: .inventory)?.isHealthy == false)
        isAccepted.add(true)
        #expect(try env.resolve(Part.self).name == "live")
        #expect(health.state(of: .inventory)?.isHealthy == true)
    }

    @Test(arguments: [ServiceScope.singleton, .transient, .graph])
    func `one that refuses a live service that is back, whose fallback serves on`(scope: ServiceScope) async throws {
        env.register(
            Part.self, scope: scope, health: .inventory, manager: health, fallback: { part("fallback") }, factory: live)
        env.decorate(Part.self, decorator: accept)
        try await recover { try env.resolve(Part.self) }
    }

    @Test(arguments: [ServiceScope.singleton, .transient])
    func `one that refuses a live service that is awaited and back, whose fallback serves on`(
        scope: ServiceScope
    ) async throws {
        env.registerAsync(
            Part.self, scope: scope, health: .inventory, manager: health, fallback: { part("fallback") },
            factory: { try live() })
        env.decorate(Part.self, decorator: accept)
        try await recover { try await env.resolveAsync(Part.self) }
    }

    @Test func `one that refuses a live service for a child, whose fallback serves on`() async throws {
        env.register(
            Part.self, scope: .transient, health: .inventory, manager: health, fallback: { part("fallback") },
            factory: live)
        env.decorate(Part.self, decorator: accept)
        let child = ServiceEnv(name: "child", parent: env)
        child.decorate(Part.self) { $0 }
        try await recover { try child.resolve(Part.self) }
    }

    @Test(arguments: [ServiceScope.singleton, .transient])
    func `one of a child that refuses what its parent returns, where the live service is in use`(
        scope: ServiceScope
    ) async throws {
        env.register(
            Part.self, scope: scope, health: .inventory, manager: health, fallback: { part("fallback") }, factory: live)
        let child = ServiceEnv(name: "child", parent: env)
        child.decorate(Part.self, decorator: accept)
        #expect(try child.resolve(Part.self).name == "fallback")
        isBack.add(true)
        await clock.advance(by: .seconds(300))
        #expect(throws: ServiceError.self) { try child.resolve(Part.self) }
        #expect(health.state(of: .inventory)?.source == .live)
        #expect(try env.resolve(Part.self).name == "live")
        isAccepted.add(true)
        #expect(try child.resolve(Part.self).name == "live")
    }

    @Test func `an error in the wiring of one is not hidden by the fallback, which serves on`() async throws {
        let isWired = Log<Bool>()
        env.register(Part.self, health: .inventory, manager: health, fallback: { part("fallback") }, factory: live)
        env.decorate(Part.self) { inner in
            if inner.name == "live", isWired.elements.isEmpty { try env.resolve((any Inventory).self) }
            return inner
        }
        #expect(try env.resolve(Part.self).name == "fallback")
        isBack.add(true)
        await clock.advance(by: .seconds(300))
        #expect(throws: ServiceError.self) { try env.resolve(Part.self) }
        #expect(health.state(of: .inventory)?.source == .fallback)
        isWired.add(true)
        #expect(try env.resolve(Part.self).name == "live")
    }
}
#endif
