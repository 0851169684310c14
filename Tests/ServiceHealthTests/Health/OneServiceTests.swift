#if Health
import Foundation
import Service
import ServiceHealth
import ServiceTesting
import Testing

/// What a manager says about one service: its state, its last error, and when it is tried again.
@Suite struct OneServiceTests {
    let clock = ManualClock()
    let health: ServiceHealthManager

    init() {
        health = ServiceHealthManager(policy: HealthPolicy(failureThreshold: 1), clock: clock)
    }

    @Test func `a service never seen has no state and no error`() {
        #expect(health.state(of: .inventory) == nil)
        #expect(health.lastError(of: .inventory) == nil)
    }

    @Test func `the state of one service is the one in the table`() async {
        health.recordFailure(for: .inventory, error: Down())
        health.recordSuccess(for: "other")
        #expect(health.state(of: .inventory) == health.serviceStates[.inventory])
        #expect(health.state(of: "other") == health.serviceStates["other"])
        #expect(health.serviceStates.count == 2)
    }

    @Test func `the last error is kept until the next success or reset`() {
        health.recordFailure(for: .inventory, error: Down(number: 1))
        health.recordFailure(for: .inventory, error: Down(number: 2))
        #expect(health.lastError(of: .inventory) as? Down == Down(number: 2))
        health.notifyDegradedMode(service: .inventory)
        #expect(health.lastError(of: .inventory) as? Down == Down(number: 2))
        health.recordSuccess(for: .inventory)
        #expect(health.lastError(of: .inventory) == nil)
        #expect(health.state(of: .inventory)?.lastError == "Down(number: 2)")
        health.recordFailure(for: .inventory, error: Down(number: 3))
        health.reset(.inventory)
        #expect(health.lastError(of: .inventory) == nil)
    }

    /// An error that asks the manager when it goes.
    final class Parting: Error {
        let health: ServiceHealthManager
        init(_ health: ServiceHealthManager) { self.health = health }
        deinit { health.recordFailure(for: "parting", error: Down()) }
    }

    @Test func `an error may use the manager when it goes`() {
        health.recordFailure(for: .inventory, error: Parting(health))
        health.recordFailure(for: .inventory, error: Parting(health))
        #expect(health.state(of: "parting")?.totalFailures == 1)
        health.recordSuccess(for: .inventory)
        #expect(health.state(of: "parting")?.totalFailures == 2)
        health.recordFailure(for: .inventory, error: Parting(health))
        health.reset(.inventory)
        #expect(health.state(of: "parting")?.totalFailures == 3)
    }

    // MARK: One truth about the next try

    func pipeline(openFor: Duration, after failures: Int = 1) -> ResiliencePipeline {
        ResiliencePipeline(
            service: .inventory,
            policy: ResiliencePolicy(
                breaker: CircuitBreakerPolicy(trip: .consecutive(failures), openFor: openFor)),
            health: health, clock: clock)
    }

    func fail(_ pipeline: ResiliencePipeline) async {
        _ = try? await pipeline.call { () throws(Down) in throw Down() }
    }

    func message() -> String { health.statusMessage(for: .inventory) }

    func untilRetry() throws -> Double? {
        let state = try #require(health.state(of: .inventory))
        return try state.retryAt?.timeIntervalSince(#require(state.lastFailure))
    }

    @Test func `the open circuit says when the service is tried again, not the manager's policy`() async throws {
        let pipeline = pipeline(openFor: .seconds(1200))
        await fail(pipeline)
        #expect(message().hasSuffix("It is tried again in about 20 minutes."))
        #expect(try untilRetry() == 1200)
        await clock.advance(by: .seconds(600))
        #expect(message().hasSuffix("It is tried again in about 10 minutes."))
        #expect(try untilRetry() == 1200)
        await clock.advance(by: .seconds(600))
        #expect(message().hasSuffix("It is tried again with the next use."))
    }

    @Test func `a closed circuit lets the next call try`() async throws {
        await fail(pipeline(openFor: .seconds(1200), after: 5))
        // The pipeline is gone, and with it what it would have decided.
        #expect(message().hasSuffix("It is tried again in about 5 minutes."))
        let pipeline = pipeline(openFor: .seconds(1200), after: 5)
        #expect(message().hasSuffix("It is tried again with the next use."))
        for _ in 0..<5 { await fail(pipeline) }
        #expect(message().hasSuffix("It is tried again in about 20 minutes."))
    }

    @Test func `of several open circuits the first one that is tried counts`() async throws {
        let slow = pipeline(openFor: .seconds(1200))
        let quick = pipeline(openFor: .seconds(600))
        await fail(slow)
        #expect(message().hasSuffix("in about 20 minutes."))
        await fail(quick)
        #expect(message().hasSuffix("in about 10 minutes."))
    }

    @Test func `a circuit opened by hand names no time`() async throws {
        let pipeline = pipeline(openFor: .seconds(1200))
        await fail(pipeline)
        pipeline.isolate()
        #expect(message() == "Inventory is not available right now.")
        #expect(health.state(of: .inventory)?.retryAt == nil)
        pipeline.close()
        #expect(message().hasSuffix("It is tried again with the next use."))
    }

    @Test func `a report says the same, and so does a transition`() async throws {
        var transitions = health.transitions.makeAsyncIterator()
        let pipeline = pipeline(openFor: .seconds(1200))
        await fail(pipeline)
        let report = await HealthChecks(health: health, clock: clock).report(.readiness)
        #expect(report.entries.first?.detail == message())
        let transition = await transitions.next(isolation: nil)
        #expect(transition?.to.retryAt == health.state(of: .inventory)?.retryAt)
    }

    @Test func `a circuit on another clock than the manager's says the time that is left`() async throws {
        let other = ManualClock()
        await clock.advance(by: .seconds(77))
        let pipeline = ResiliencePipeline(
            service: .inventory,
            policy: ResiliencePolicy(
                breaker: CircuitBreakerPolicy(trip: .consecutive(1), openFor: .seconds(1200))),
            health: health, clock: other)
        await fail(pipeline)
        #expect(message().hasSuffix("in about 20 minutes."))
        await other.advance(by: .seconds(600))
        #expect(message().hasSuffix("in about 10 minutes."))
    }

    @Test func `a registration that serves its fallback decides, also beside a circuit`() async throws {
        let pipeline = pipeline(openFor: .seconds(1200))
        await fail(pipeline)
        let env = ServiceEnv(name: "beside a circuit")
        env.register(
            (any Inventory).self, health: .inventory, manager: health,
            fallback: { try DiskInventory(path: "fallback") }
        ) {
            try DiskInventory(path: "")
        }
        _ = try env.resolve((any Inventory).self)
        #expect(message().hasSuffix("It is tried again in about 5 minutes."))
    }

    @Test func `of several registrations on their fallback the first one that tries counts`() async throws {
        let power = FallbackRegistrationTests.Switch()
        let (first, second) = (ServiceEnv(name: "first"), ServiceEnv(name: "second"))
        for env in [first, second] {
            env.register(
                (any Inventory).self, health: .inventory, manager: health,
                fallback: { try DiskInventory(path: "fallback") }
            ) {
                try power.check()
                return try DiskInventory(path: "live")
            }
        }
        _ = try first.resolve((any Inventory).self)
        await clock.advance(by: .seconds(200))
        _ = try second.resolve((any Inventory).self)
        #expect(message().hasSuffix("It is tried again in about a minute."))
        #expect(try untilRetry() == 100)
        await clock.advance(by: .seconds(100))
        #expect(message().hasSuffix("It is tried again with the next use."))
        _ = try first.resolve((any Inventory).self)
        #expect(message().hasSuffix("It is tried again in about 3 minutes."))
        power.turn(true)
        await clock.advance(by: .seconds(200))
        #expect(try second.resolve((any Inventory).self).items() == ["from live"])
        // What is left of the first one's interval.
        #expect(message().hasSuffix("It is tried again in about a minute."))
    }

    @Test func `a mirror learns that a circuit was closed by hand`() async {
        let pipeline = pipeline(openFor: .seconds(1200))
        await fail(pipeline)
        let mirror = await ObservableHealth(health)
        #expect(await mirror.serviceStates[.inventory] == health.state(of: .inventory))
        pipeline.close()
        while await mirror.serviceStates[.inventory] != health.state(of: .inventory) { await Task.yield() }
    }
}
#endif
