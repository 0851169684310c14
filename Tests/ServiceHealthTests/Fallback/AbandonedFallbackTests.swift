#if Health
import Service
import ServiceHealth
import ServiceTesting
import Testing

/// What is left of a fallback whose environment is gone, or has forgotten it.
@Suite struct AbandonedFallbackTests {
    typealias Part = FallbackRegistrationTests.Part
    typealias Switch = FallbackRegistrationTests.Switch

    let clock = ManualClock()
    let health: ServiceHealthManager
    let env = ServiceEnv(name: "app")
    let power = Switch()

    init() {
        health = ServiceHealthManager(clock: clock)
        env.register(Part.self, health: .inventory, manager: health, fallback: { Part("fallback") }) { [power] in
            try power.check()
            return Part("live")
        }
    }

    var state: HealthState? { health.state(of: .inventory) }

    /// Asks environments that are derived from the first one, and lets go of all of them at once.
    func failInPreviews(_ count: Int = 1, meanwhile: () -> Void = {}) throws {
        power.turn(false)
        let previews = (0..<count).map { env.derived(name: "preview \($0)") }
        for preview in previews { #expect(try preview.resolve(Part.self).name == "fallback") }
        #expect(state?.source == .fallback)
        meanwhile()
        withExtendedLifetime(previews) {}
    }

    @Test(arguments: [1, 3])
    func `what a preview could not create does not count where another environment has the live service`(
        previews: Int
    ) async throws {
        power.turn(true)
        #expect(try env.resolve(Part.self).name == "live")
        health.recordFailure(for: .inventory, error: Down())
        let before = state
        try failInPreviews(previews)
        #expect(state?.isHealthy == true)
        #expect(state?.source == .live)
        #expect(state?.consecutiveFailures == 1)
        #expect(state?.totalFailures == 1 + previews)
        #expect(state?.lastSuccess == before?.lastSuccess)
        #expect(state?.degradedSince == nil && state?.retryAt == nil)
        #expect(await HealthChecks(health: health, clock: clock).report(.readiness).status == .pass)
    }

    @Test func `what nobody could create stays degraded until somebody can`() throws {
        try failInPreviews()
        #expect(state?.isHealthy == false)
        #expect(state?.source == .live)
        power.turn(true)
        #expect(try env.resolve(Part.self).name == "live")
        #expect(state?.isHealthy == true)
    }

    @Test func `what one request could create says nothing about the next one's once it is gone`() throws {
        power.turn(true)
        _ = try env.derived(name: "first request").resolve(Part.self)
        try failInPreviews()
        #expect(state?.isHealthy == false)
    }

    @Test func `an environment that has lost the live service itself is no reason to call it healthy`() throws {
        power.turn(true)
        _ = try env.resolve(Part.self)
        power.turn(false)
        env.resetCaches()
        #expect(try env.resolve(Part.self).name == "fallback")
        env.resetCaches()
        #expect(state?.isHealthy == false)
    }

    @Test func `a registration that could not create it again does not count as having it`() throws {
        env.register(
            Part.self, scope: .transient, health: .inventory, manager: health, fallback: { Part("fallback") }
        ) { [power] in
            try power.check()
            return Part("live")
        }
        power.turn(true)
        #expect(try env.resolve(Part.self).name == "live")
        power.turn(false)
        #expect(try env.resolve(Part.self).name == "fallback")
        env.resetAll()
        #expect(state?.source == .live)
        #expect(state?.isHealthy == false)
    }

    @Test func `what was reset stays forgotten when the environment goes`() throws {
        try failInPreviews { health.reset(.inventory) }
        #expect(state == nil)
    }

    @Test(arguments: [false, true])
    func `what else has failed meanwhile keeps the service degraded until the next success`(isNotified: Bool) throws {
        power.turn(true)
        _ = try env.resolve(Part.self)
        try failInPreviews {
            if isNotified {
                health.notifyDegradedMode(service: .inventory)
            } else {
                health.recordFailure(for: .inventory, error: Down())
            }
        }
        #expect(state?.isHealthy == false)
        health.recordSuccess(for: .inventory)
        #expect(state?.isHealthy == true)
    }
}
#endif
