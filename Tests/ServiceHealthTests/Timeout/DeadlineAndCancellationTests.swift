#if Health
import ServiceTesting
import Testing

@testable import ServiceHealth

/// What a deadline comes to for a call that was cancelled, or that had not begun.
@Suite(.timeLimit(.minutes(5))) struct DeadlineAndCancellationTests {
    let clock = ManualClock()
    let health: ServiceHealthManager

    init() {
        health = ServiceHealthManager(clock: clock)
    }

    func pipeline(
        bulkhead: BulkheadPolicy? = nil, hedging: HedgingPolicy? = nil, retry: RetryPolicy? = nil
    ) -> ResiliencePipeline {
        ResiliencePipeline(
            service: .inventory,
            policy: ResiliencePolicy(
                breaker: CircuitBreakerPolicy(trip: .consecutive(1), openFor: .seconds(60)), retry: retry,
                bulkhead: bulkhead, totalTimeout: .seconds(10), hedging: hedging),
            health: health, clock: clock, seed: 1)
    }

    @Test func `a deadline that comes in the bulkhead's queue says nothing about the service`() async {
        let pipeline = pipeline(bulkhead: BulkheadPolicy(maxConcurrent: 1, maxQueued: 1))
        let gate = Gate()
        let holder = Task { try await pipeline.call { () throws(Down) in await gate.pass() } }
        await gate.waitForArrivals()
        let waiter = Task {
            try await pipeline.call { () throws(Down) in Issue.record("this must not run") }
        }
        while pipeline.core.clock.deadlines.count < 2 { await Task.yield() }
        await clock.waitForSleepers()
        await clock.advance(by: .seconds(10))
        await #expect(throws: CallFailure<Down>.timedOut(.seconds(10))) { try await waiter.value }
        #expect(pipeline.circuitState == .closed)
        #expect(health.state(of: .inventory) == nil)
        gate.open()
        // The call that did run counts.
        await #expect(throws: CallFailure<Down>.timedOut(.seconds(10))) { try await holder.value }
        #expect(pipeline.circuitState == .open)
    }

    @Test(arguments: [HedgingPolicy?.none, HedgingPolicy(after: .seconds(60))], [true, false])
    func `a caller that was cancelled before the deadline came is cancelled, whatever the body does then`(
        hedging: HedgingPolicy?, bodyThrows: Bool
    ) async {
        let pipeline = pipeline(hedging: hedging)
        let gate = Gate()
        let call = Task {
            try await pipeline.call(idempotent: true) { () throws(Down) -> Int in
                await gate.pass()
                if bodyThrows { throw Down() }
                return 1
            } fallback: { failure in
                Issue.record("nobody waits for a fallback: \(failure)")
                return 2
            }
        }
        await gate.waitForArrivals()
        await clock.waitForSleepers()
        call.cancel()
        await clock.advance(by: .seconds(10))
        gate.open()
        await #expect(throws: CancellationError.self) { try await call.value }
        #expect(pipeline.circuitState == .closed)
        #expect(health.state(of: .inventory) == nil)
    }

    @Test(arguments: [HedgingPolicy?.none, HedgingPolicy(after: .seconds(60))])
    func `a caller that is cancelled after the deadline came gets no fallback either`(hedging: HedgingPolicy?) async {
        let pipeline = pipeline(hedging: hedging)
        let gate = Gate()
        let told = Gate()
        let call = Task {
            try await pipeline.call(idempotent: true) { () throws(Down) -> Int in
                await ResiliencePipelineTests.waitForCancellation()
                await told.pass()
                await gate.pass()
                throw Down()
            } fallback: { failure in
                Issue.record("nobody waits for a fallback: \(failure)")
                return 2
            }
        }
        told.open()
        await clock.waitForSleepers()
        await clock.advance(by: .seconds(10))
        await gate.waitForArrivals()
        call.cancel()
        gate.open()
        await #expect(throws: CancellationError.self) { try await call.value }
        // It had waited as long as a caller does.
        #expect(pipeline.circuitState == .open)
        #expect(health.state(of: .inventory)?.totalFailures == 1)
    }

    @Test(arguments: [HedgingPolicy?.none, HedgingPolicy(after: .seconds(60))])
    func `a deadline that comes to a caller that waits is a failure, with hedging and without`(
        hedging: HedgingPolicy?
    ) async {
        let pipeline = pipeline(hedging: hedging)
        let call = Task { try await pipeline.call("hang", idempotent: true, TimeoutTests.hang) }
        await clock.waitForSleepers()
        await clock.advance(by: .seconds(10))
        await #expect(throws: CallFailure<Down>.timedOut(.seconds(10))) { try await call.value }
        #expect(pipeline.circuitState == .open)
        #expect(health.state(of: .inventory)?.totalFailures == 1)
    }
}
#endif
