#if Health
import Service
import ServiceHealth
import ServiceTesting
import Testing

@Suite struct MainAndAsyncFallbackTests {
    typealias Switch = FallbackRegistrationTests.Switch
    typealias Part = FallbackRegistrationTests.Part

    let clock = ManualClock()
    let health: ServiceHealthManager
    let env = ServiceEnv(name: "degrading")
    let power = Switch()
    let live = Tally()

    init() {
        health = ServiceHealthManager(clock: clock)
    }

    var state: HealthState? { health.serviceStates[.inventory] }

    // MARK: Main actor

    /// Not `Sendable`: only the main actor holds it.
    @MainActor final class Screen {
        let name: String
        init(_ name: String) { self.name = name }
    }

    @MainActor func registerScreen() {
        env.registerMain(Screen.self, health: .inventory, manager: health, fallback: { Screen("fallback") }) {
            live.enter()
            try power.check()
            return Screen("live")
        }
    }

    @MainActor @Test func `a service of the main actor degrades and comes back`() async throws {
        registerScreen()
        let first = try env.resolveMain(Screen.self)
        #expect(first.name == "fallback")
        #expect(try env.resolveMain(Screen.self) === first)
        #expect(live.total == 1)
        #expect(state?.source == .fallback)
        power.turn(true)
        await clock.advance(by: .seconds(300))
        let second = try env.resolveMain(Screen.self)
        #expect(second.name == "live")
        #expect(try env.resolveMain(Screen.self) === second)
        #expect(state?.isHealthy == true)
    }

    @MainActor @Test func `a wrapper of the main actor does not keep a fallback`() async throws {
        @MainActor struct View {
            @MainService var screen: Screen
        }
        registerScreen()
        let view = ServiceEnv.$current.withValue(env) { View() }
        #expect(view.screen.name == "fallback")
        power.turn(true)
        await clock.advance(by: .seconds(300))
        let second = view.screen
        #expect(second.name == "live")
        env.resetCaches()
        #expect(view.screen === second)
    }

    @MainActor @Test func `where both throw on the main actor, the live error is given`() throws {
        env.registerMain(Screen.self, health: .inventory, manager: health, fallback: { throw Elsewhere() }) {
            throw Down()
        }
        #expect {
            try env.resolveMain(Screen.self)
        } throws: { error in
            guard case .factoryFailed(_, let inner) = error as? ServiceError else { return false }
            return inner is Down
        }
    }

    // MARK: Asynchronous

    func registerPart(gate: Gate? = nil) {
        env.registerAsync(Part.self, health: .inventory, manager: health, fallback: { Part("fallback") }) {
            live.enter()
            defer { live.leave() }
            if live.total > 1 { await gate?.pass() }
            try power.check()
            return Part("live")
        }
    }

    @Test func `an asynchronous service degrades and comes back`() async throws {
        registerPart()
        let first = try await env.resolveAsync(Part.self)
        #expect(first.name == "fallback")
        #expect(try await env.resolveAsync(Part.self) === first)
        #expect(live.total == 1)
        power.turn(true)
        await clock.advance(by: .seconds(300))
        let second = try await env.resolveAsync(Part.self)
        #expect(second.name == "live")
        #expect(try await env.resolveAsync(Part.self) === second)
        #expect(state?.isHealthy == true)
    }

    @Test func `while an asynchronous probe runs, everyone else gets the fallback at once`() async throws {
        let gate = Gate()
        registerPart(gate: gate)
        _ = try await env.resolveAsync(Part.self)
        power.turn(true)
        await clock.advance(by: .seconds(300))
        async let probe = env.resolveAsync(Part.self).name
        await gate.waitForArrivals()
        for _ in 0..<8 {
            #expect(try await env.resolveAsync(Part.self).name == "fallback")
            #expect(try env.resolve(Part.self).name == "fallback")
        }
        gate.open()
        #expect(try await probe == "live")
        #expect(live.highest == 1)
        #expect(try env.resolve(Part.self).name == "live")
    }

    @Test func `after warming up, a degraded service resolves synchronously to its fallback`() async throws {
        registerPart()
        try await env.warmUp()
        #expect(try env.resolve(Part.self).name == "fallback")
        #expect(live.total == 1)
    }

    @Test func `what got a graph's instance second hand stands on the fallback, too`() async throws {
        typealias Whole = FallbackRegistrationTests.Whole
        struct Frame: Sendable { let name: String }
        let env = env
        registerPart()
        env.registerAsync(Frame.self, scope: .graph) { Frame(name: try await env.resolveAsync(Part.self).name) }
        // The second one finds the frame in the graph, and keeps what it made of it.
        env.registerAsync(Whole.self) { Whole(Part(try await env.resolveAsync(Frame.self).name)) }
        env.registerAsync([String].self, scope: .transient) {
            let first = try await env.resolveAsync(Frame.self).name
            return [first, try await env.resolveAsync(Whole.self).part.name]
        }
        #expect(try await env.resolveAsync([String].self) == ["fallback", "fallback"])
        power.turn(true)
        await clock.advance(by: .seconds(300))
        _ = try await env.resolveAsync(Part.self)
        #expect(try await env.resolveAsync([String].self) == ["live", "live"])
    }

    @Test(arguments: [true, false])
    func `what an asynchronous factory gets from another environment is replaced as well`(isParent: Bool) async throws {
        typealias Whole = FallbackRegistrationTests.Whole
        let env = env
        env.register(Part.self, health: .inventory, manager: health, fallback: { Part("fallback") }) {
            try power.check()
            return Part("live")
        }
        let request = isParent ? ServiceEnv(name: "request", parent: env) : ServiceEnv(name: "request")
        request.registerAsync(Whole.self) { Whole(try env.resolve(Part.self)) }
        #expect(try await request.resolveAsync(Whole.self).part.name == "fallback")
        power.turn(true)
        await clock.advance(by: .seconds(300))
        #expect(try env.resolve(Part.self).name == "live")
        #expect(try await request.resolveAsync(Whole.self).part.name == "live")
    }

    @Test(.timeLimit(.minutes(5)), arguments: [ServiceScope.transient, .graph])
    func `a synchronous caller starts the probe that is due of a service that is not kept`(scope: ServiceScope)
        async throws
    {
        let probed = Gate()
        let probes = Log<String>()
        env.registerAsync(
            Part.self, scope: scope, health: .inventory, manager: health, fallback: { Part("fallback") }
        ) {
            live.enter()
            guard live.total > 1 else { throw Down() }
            probes.add(ServiceEnv.current.name)
            await probed.pass()
            return Part("live")
        }
        let child = ServiceEnv(name: "child", parent: env)
        _ = try await child.resolveAsync(Part.self)
        await clock.advance(by: .seconds(299))
        #expect(try child.resolve(Part.self).name == "fallback")
        await clock.advance(by: .seconds(1))
        #expect(try child.resolve(Part.self).name == "fallback")
        await probed.waitForArrivals()
        #expect(try child.resolve(Part.self).name == "fallback")
        probed.open()
        while state?.isHealthy != true { await Task.yield() }
        #expect(probes.elements == ["child"])
    }

    @Test func `a program that only resolves synchronously recovers too`() async throws {
        let gate = Gate()
        gate.open()
        registerPart(gate: gate)
        try await env.warmUp()
        power.turn(true)
        await clock.advance(by: .seconds(300))
        _ = try env.resolve(Part.self)
        await gate.waitForArrivals()
        while try env.resolve(Part.self).name != "live" { await Task.yield() }
        #expect(live.total == 2)
    }
}
#endif
