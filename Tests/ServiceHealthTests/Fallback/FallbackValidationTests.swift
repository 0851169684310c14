#if Health
import Service
import ServiceHealth
import ServiceTesting
import Testing

@Suite struct FallbackValidationTests {
    private struct Part: Sendable { let name: String }
    private struct User: Sendable { let part: Part }

    let clock = ManualClock()
    let health: ServiceHealthManager
    let env = ServiceEnv(name: "checked")

    init() {
        health = ServiceHealthManager(clock: clock)
    }

    @Test func `a check degrades nothing, whatever the live factories do in it`() throws {
        let live = Tally()
        env.register(Part.self, health: .inventory, manager: health, fallback: { Part(name: "fallback") }) {
            live.enter()
            if live.total == 1 { throw Down() }
            return Part(name: "live")
        }
        env.register(User.self) { User(part: try ServiceEnv.current.resolve(Part.self)) }
        try env.validate()
        #expect(live.total == 1)
        #expect(health.serviceStates.isEmpty)
        // Nothing of the check is left: the live factory is asked, and no fallback serves.
        #expect(try env.resolve(User.self).part.name == "live")
        #expect(health.serviceStates[.inventory]?.isHealthy == true)
    }

    @Test func `a check heals nothing and takes no probe`() async throws {
        let live = Tally()
        env.register(Part.self, health: .inventory, manager: health, fallback: { Part(name: "fallback") }) {
            live.enter()
            if live.total == 1 { throw Down() }
            return Part(name: "live")
        }
        #expect(try env.resolve(Part.self).name == "fallback")
        try env.validate()
        #expect(health.serviceStates[.inventory]?.source == .fallback)
        #expect(try env.resolve(Part.self).name == "fallback")
        await clock.advance(by: .seconds(300))
        try env.validate()
        #expect(health.serviceStates[.inventory]?.source == .fallback)
        #expect(try env.resolve(Part.self).name == "live")
        #expect(health.serviceStates[.inventory]?.source == .live)
    }

    @Test func `a live factory that fails without a fallback to serve is a problem of the wiring's check`() {
        env.register(Part.self, health: .inventory, manager: health, fallback: { throw Down() }) { throw Down() }
        #expect(throws: ServiceValidationError.self) { try env.validate() }
        #expect(health.serviceStates.isEmpty)
    }
}
#endif
