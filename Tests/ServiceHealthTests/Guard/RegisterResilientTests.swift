#if Health
import Service
import ServiceHealth
import ServiceTesting
import Testing

private protocol RateService: Sendable {
    func rate() async throws -> Int
}

private struct FixedRate: RateService {
    let value: Int?
    func rate() async throws -> Int {
        guard let value else { throw Down() }
        return value
    }
}

private struct MockRates: RateService, MockService {
    func rate() async throws -> Int { 1 }
}

/// What `@Resilient` writes, written by hand.
private final class GuardedRates: RateService, ResilientGuard {
    let live: any RateService
    let calls: ResilientCalls

    init(_ live: any RateService, calls: ResilientCalls) {
        self.live = live
        self.calls = calls
    }

    static func guarding(_ live: any RateService, by calls: ResilientCalls) -> any RateService {
        GuardedRates(live, calls: calls)
    }

    func rate() async throws -> Int {
        try await calls.call("rate", idempotent: false) { () async throws -> Int in try await live.rate() }
    }
}

private final class RatesWithStandIn: RateService, ResilientGuardWithStandIn {
    let live: any RateService
    let standIn: any RateService
    let calls: ResilientCalls

    init(_ live: any RateService, standIn: any RateService, calls: ResilientCalls) {
        self.live = live
        self.standIn = standIn
        self.calls = calls
    }

    static func guarding(
        _ live: any RateService, standIn: any RateService, by calls: ResilientCalls
    ) -> any RateService {
        RatesWithStandIn(live, standIn: standIn, calls: calls)
    }

    func rate() async throws -> Int {
        try await calls.call("rate", idempotent: false) { () async throws -> Int in
            try await live.rate()
        } fallback: { () async throws -> Int in
            try await standIn.rate()
        }
    }
}

@Suite struct RegisterResilientTests {
    let health = ServiceHealthManager(policy: HealthPolicy(failureThreshold: 1), clock: ManualClock())
    let env = ServiceEnv(name: "test")
    let breaking = ResiliencePolicy(breaker: CircuitBreakerPolicy(trip: .consecutive(1), openFor: .seconds(9)))

    @Test func `the service is registered under the protocol, with a guard around it`() async throws {
        env.registerResilient(GuardedRates.self, health: .rates, policy: .server, manager: health) {
            FixedRate(value: 4)
        }
        let rates = try env.resolve((any RateService).self)
        #expect(rates is GuardedRates)
        #expect(try await rates.rate() == 4)
    }

    @Test func `instances of every scope share one circuit`() async throws {
        env.registerResilient(
            GuardedRates.self, name: "x", scope: .transient, health: .rates, policy: breaking, manager: health,
            clock: ManualClock()
        ) { FixedRate(value: nil) }
        let first = try env.resolve((any RateService).self, name: "x")
        await #expect(throws: Down.self) { try await first.rate() }
        let second = try env.resolve((any RateService).self, name: "x")
        await #expect(throws: CallFailure<any Error>.self) { try await second.rate() }
    }

    @Test func `refusals and failures reach the calls`() async throws {
        struct Unavailable: Error {}
        env.registerResilient(
            GuardedRates.self, health: .rates, policy: breaking, manager: health, refusals: { $0 is Down },
            failures: { _ in Unavailable() }
        ) { FixedRate(value: nil) }
        let rates = try env.resolve((any RateService).self)
        for _ in 1...3 { await #expect(throws: Down.self) { try await rates.rate() } }
        #expect(health.state(of: .rates)?.isHealthy == true)
        env.registerResilient(
            GuardedRates.self, health: .rates, policy: breaking, manager: health, failures: { _ in Unavailable() }
        ) { FixedRate(value: nil) }
        let unlucky = try env.resolve((any RateService).self)
        await #expect(throws: Unavailable.self) { try await unlucky.rate() }
    }

    @Test func `the fallback serves while the live service cannot be created`() async throws {
        env.registerResilient(
            GuardedRates.self, health: .rates, policy: .app, manager: health, fallback: { FixedRate(value: 1) }
        ) { throw Down() }
        #expect(try await env.resolve((any RateService).self).rate() == 1)
        #expect(health.state(of: .rates)?.source == .fallback)
    }

    @Test func `the fallback answers for calls that fail`() async throws {
        env.registerResilient(
            RatesWithStandIn.self, health: .rates, policy: .app, manager: health, fallbackKind: .cached,
            fallback: { FixedRate(value: 1) }
        ) { FixedRate(value: nil) }
        let rates = try env.resolve((any RateService).self)
        #expect(rates is RatesWithStandIn)
        #expect(try await rates.rate() == 1)
    }

    @Test func `a stand-in that cannot be created fails the resolution`() {
        env.registerResilient(
            RatesWithStandIn.self, health: .rates, policy: .app, manager: health, fallback: { throw Elsewhere() }
        ) { FixedRate(value: 2) }
        #expect(throws: ServiceError.self) { try env.resolve((any RateService).self) }
    }

    @Test func `a mock stands in where mocks may, and nowhere else`() async throws {
        for (purpose, permits) in [(ServiceEnv.Purpose.production, false), (.testing, true)] {
            for kind in [FallbackKind.readOnly, .substitute] {
                let env = ServiceEnv(name: "app", purpose: purpose)
                env.register(Int.self) { 5 }
                env.registerResilient(
                    RatesWithStandIn.self, health: .rates, policy: .app, manager: health, fallbackKind: kind,
                    fallback: { MockRates() }
                ) { FixedRate(value: nil) }
                env.registerResilient(
                    RatesWithStandIn.self, name: "needy", needs: Int.self, health: .rates, policy: .app,
                    manager: health,
                    fallbackKind: kind, fallback: { MockRates() }
                ) { _ in FixedRate(value: nil) }
                for name in [nil, "needy"] as [ServiceName?] {
                    let rates = Result { () throws(ServiceError) in try env.resolve((any RateService).self, name: name)
                    }
                    if permits || kind == .substitute {
                        #expect(try await rates.get().rate() == 1)
                    } else {
                        #expect { try rates.get() } throws: {
                            FallbackWiringTests.isFailure($0, RefusedFallbackError.self)
                        }
                    }
                }
            }
        }
    }

    @Test func `creating the service again is no success of its calls`() async throws {
        env.registerResilient(
            GuardedRates.self, scope: .transient, health: .rates, policy: .app, manager: health, clock: ManualClock(),
            fallback: { FixedRate(value: 1) }
        ) { FixedRate(value: nil) }
        await #expect(throws: Down.self) { try await env.resolve((any RateService).self).rate() }
        #expect(health.state(of: .rates)?.isHealthy == false)
        _ = try env.resolve((any RateService).self)
        #expect(health.state(of: .rates)?.isHealthy == false)
        #expect(health.state(of: .rates)?.consecutiveFailures == 1)
        health.recordSuccess(for: .rates)
        #expect(health.state(of: .rates)?.isHealthy == true)
    }

    @Test func `needs are declared, resolved and handed over`() async throws {
        env.register(Int.self) { 5 }
        env.registerResilient(GuardedRates.self, needs: Int.self, health: .rates, policy: .app, manager: health) {
            number in FixedRate(value: number)
        }
        env.registerResilient(
            GuardedRates.self, name: "b", needs: Int.self, health: .rates, policy: .app, manager: health,
            fallback: { FixedRate(value: 1) }
        ) { number in FixedRate(value: number) }
        env.registerResilient(
            RatesWithStandIn.self, name: "c", needs: Int.self, String.self, health: .rates, policy: .app,
            manager: health,
            fallback: { FixedRate(value: 1) }
        ) { number, _ in FixedRate(value: number) }
        #expect(try await env.resolve((any RateService).self).rate() == 5)
        #expect(try await env.resolve((any RateService).self, name: "b").rate() == 5)
        let error = #expect(throws: ServiceValidationError.self) { try env.validate() }
        #expect(error?.problems == [.missing(service: "String", requiredBy: ["RateService(c)"])])
    }

    @Test func `any other registration is decorated`() async throws {
        let calls = ResilientCalls(ResiliencePipeline(service: .rates, policy: .server, health: health))
        env.registerAsync((any RateService).self) { FixedRate(value: 6) }
        env.decorate((any RateService).self) { GuardedRates($0, calls: calls) }
        let rates = try await env.resolveAsync((any RateService).self)
        #expect(rates is GuardedRates)
        #expect(try await rates.rate() == 6)
    }
}
#endif
