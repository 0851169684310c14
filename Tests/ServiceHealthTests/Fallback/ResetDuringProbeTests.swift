#if Health
import Service
import ServiceHealth
import ServiceTesting
import Testing

/// A reset while a probe hangs: the service begins anew, and what the probe comes to decides nothing.
@Suite(.timeLimit(.minutes(5))) struct ResetDuringProbeTests {
    typealias Part = FallbackRegistrationTests.Part

    let clock = ManualClock()
    let health: ServiceHealthManager
    let env = ServiceEnv(name: "app")
    let calls = Tally()

    init() {
        health = ServiceHealthManager(clock: clock)
    }

    var state: HealthState? { health.state(of: .inventory) }

    @Test(arguments: [false, true])
    func `the live service heals at once, and the probe's end changes nothing`(probeFails: Bool) async throws {
        let gate = Gate()
        env.registerAsync(Part.self, health: .inventory, manager: health, fallback: { Part("fallback") }) {
            [calls] in
            calls.enter()
            if calls.total == 1 { throw Down() }
            if calls.total == 2 {
                await gate.pass()
                if probeFails { throw Down() }
            }
            return Part("live")
        }
        #expect(try await env.resolveAsync(Part.self).name == "fallback")
        await clock.advance(by: .seconds(300))
        let probe = Task { [env] in try await env.resolveAsync(Part.self).name }
        await gate.waitForArrivals()
        env.resetCaches()
        #expect(state?.source == .live)
        #expect(state?.isHealthy == false)
        #expect(try await env.resolveAsync(Part.self).name == "live")
        #expect(state?.isHealthy == true)
        #expect(state?.source == .live)
        gate.open()
        _ = try await probe.value
        #expect(state?.isHealthy == true)
        #expect(state?.source == .live)
        #expect(state?.consecutiveFailures == 0)
        #expect(try await env.resolveAsync(Part.self).name == "live")
        #expect(calls.total == 3)
    }

    @Test func `a first creation that fails after a reset still degrades`() async throws {
        let gate = Gate()
        env.registerAsync(Part.self, health: .inventory, manager: health, fallback: { Part("fallback") }) {
            await gate.pass()
            throw Down()
        }
        let creation = Task { [env] in try await env.resolveAsync(Part.self).name }
        await gate.waitForArrivals()
        env.resetCaches()
        gate.open()
        #expect(try await creation.value == "fallback")
        #expect(state?.isHealthy == false)
    }

    @Test(arguments: [false, true])
    func `a first creation that fails after a reset decides nothing where the next one has the live service`(
        hasFallback: Bool
    ) async throws {
        let gate = Gate()
        let fallback: @Sendable () throws -> Part = {
            guard hasFallback else { throw Down(number: 2) }
            return Part("fallback")
        }
        env.registerAsync(Part.self, health: .inventory, manager: health, fallback: fallback) { [calls] in
            calls.enter()
            if calls.total == 1 {
                await gate.pass()
                throw Down()
            }
            return Part("live")
        }
        let creation = Task { [env] in try? await env.resolveAsync(Part.self).name }
        await gate.waitForArrivals()
        env.resetCaches()
        #expect(try await env.resolveAsync(Part.self).name == "live")
        let transitions = health.transitions
        gate.open()
        #expect(await creation.value == (hasFallback ? "fallback" : nil))
        health.recordFailure(for: "last", error: Down())
        #expect(await transitions.first { _ in true }?.service == "last")
        #expect(state?.isHealthy == true)
        #expect(state?.source == .live)
        #expect(state?.consecutiveFailures == 0)
        #expect(state?.totalFailures == 1)
    }

    @Test(arguments: [false, true])
    func `what a thread's probe comes to after a reset is no reason to call the service live or degraded`(
        probeFails: Bool
    ) async throws {
        let gate = ThreadGate()
        env.register(Part.self, health: .inventory, manager: health, fallback: { Part("fallback") }) { [calls] in
            calls.enter()
            if calls.total == 1 { throw Down() }
            if calls.total == 2 {
                gate.pass()
                if probeFails { throw Down() }
            }
            return Part("live")
        }
        #expect(try env.resolve(Part.self).name == "fallback")
        await clock.advance(by: .seconds(300))
        async let probe = onThreads(1) { [env] _ in try? env.resolve(Part.self).name }
        _ = await onThreads(1) { [env] _ in
            gate.waitForArrivals()
            env.resetCaches()
        }
        #expect(try env.resolve(Part.self).name == "live")
        #expect(state?.isHealthy == true)
        #expect(state?.source == .live)
        gate.open()
        _ = await probe
        #expect(state?.isHealthy == true)
        #expect(state?.source == .live)
        #expect(try env.resolve(Part.self).name == "live")
    }
}
#endif
