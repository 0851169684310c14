#if Health
import ServiceHealth
import ServiceTesting
import Testing

/// What people know of retries from other fault-tolerance libraries, alone and with the other stages.
@Suite struct RetryTableTests {
    struct RetryRow: Sendable, CustomTestStringConvertible {
        let name: String
        let stages: [ResilienceStage]
        var isIdempotent = true
        /// What the attempts come to, in order; the last one again where there are more.
        let attempts: [Bool]
        let made: Int
        /// Nil for success.
        let failure: CallFailure<Down>?
        var health = 0
        var testDescription: String { name }
    }

    static let atOnce = RetryPolicy(maxAttempts: 3, baseDelay: .zero, jitter: .none, budget: nil)
    static let down = CircuitBreakerPolicy(trip: .consecutive(2), openFor: .seconds(5))

    static let retryRows = [
        RetryRow(
            name: "success at first: no retry", stages: [.retry(atOnce)], attempts: [true], made: 1,
            failure: nil),
        RetryRow(
            name: "success at last", stages: [.retry(atOnce)], attempts: [false, false, true], made: 3,
            failure: nil,
            health: 2),
        RetryRow(
            name: "attempts used up: the last error", stages: [.retry(atOnce)], attempts: [false], made: 3,
            failure: .failed(Down(number: 3)), health: 3),
        RetryRow(
            name: "what is not idempotent is made once", stages: [.retry(atOnce)], isIdempotent: false,
            attempts: [false], made: 1, failure: .failed(Down(number: 1)), health: 1),
        RetryRow(
            name: "one attempt allowed: no retry",
            stages: [.retry(RetryPolicy(maxAttempts: 1, baseDelay: .zero))], attempts: [false], made: 1,
            failure: .failed(Down(number: 1)), health: 1),
        RetryRow(
            name: "with a breaker inside: every attempt counts, and once open the last real error is given",
            stages: [
                .retry(RetryPolicy(maxAttempts: 9, baseDelay: .zero, budget: nil)), .circuitBreaker(down),
            ],
            attempts: [false], made: 2, failure: .failed(Down(number: 2)), health: 2),
        RetryRow(
            name: "with a breaker inside: a success at last keeps it closed",
            stages: [.retry(atOnce), .circuitBreaker(down)], attempts: [false, true], made: 2, failure: nil,
            health: 1),
        RetryRow(
            name: "with a breaker outside: all attempts count once",
            stages: [.circuitBreaker(down), .retry(atOnce)], attempts: [false], made: 3,
            failure: .failed(Down(number: 3)), health: 1),
        RetryRow(
            name: "with a bulkhead: every attempt enters anew",
            stages: [.retry(atOnce), .bulkhead(BulkheadPolicy(maxConcurrent: 1))],
            attempts: [false, false, true],
            made: 3, failure: nil, health: 2),
        RetryRow(
            name: "with a bulkhead outside: all attempts have one slot",
            stages: [.bulkhead(BulkheadPolicy(maxConcurrent: 1)), .retry(atOnce)], attempts: [false], made: 3,
            failure: .failed(Down(number: 3)), health: 1),
        RetryRow(
            name:
                "with a total timeout: a delay that would pass it is not begun, and the error is the original",
            stages: [
                .timeout(.seconds(1)),
                .retry(RetryPolicy(baseDelay: .seconds(1), jitter: .none, budget: nil)),
            ],
            attempts: [false], made: 1, failure: .failed(Down(number: 1)), health: 1),
    ]

    @Test(arguments: retryRows) func `retry`(row: RetryRow) async {
        let clock = ManualClock()
        let health = ServiceHealthManager(clock: clock)
        let pipeline = ResiliencePipeline(
            service: .inventory, outermostFirst: row.stages, health: health, clock: clock, seed: 1)
        let made = Tally()
        var failure: CallFailure<Down>?
        do throws(CallFailure<Down>) {
            try await pipeline.call(idempotent: row.isIdempotent) { () throws(Down) in
                made.enter()
                guard row.attempts[min(made.total, row.attempts.count) - 1] else {
                    throw Down(number: made.total)
                }
            }
        } catch {
            failure = error
        }
        #expect(made.total == row.made)
        #expect(failure == row.failure)
        #expect(health.serviceStates[.inventory]?.totalFailures == row.health)
    }

    @Test func `a call rejected by an open circuit at first is not retried`() async {
        let clock = ManualClock()
        let pipeline = ResiliencePipeline(
            service: .inventory, policy: ResiliencePolicy(breaker: Self.down, retry: Self.atOnce),
            health: ServiceHealthManager(clock: clock), clock: clock)
        pipeline.isolate()
        await #expect(throws: CallFailure<Down>.rejected(.isolated(.inventory))) {
            try await pipeline.call(idempotent: true) { () throws(Down) in Issue.record("this must not run") }
        }
        #expect(clock.sleeperCount == 0)
    }

    @Test func `a timed-out attempt is retried while the total allows it`() async throws {
        let clock = ManualClock()
        let pipeline = ResiliencePipeline(
            service: .inventory,
            policy: ResiliencePolicy(
                retry: Self.atOnce, attemptTimeout: .seconds(2), totalTimeout: .seconds(5)),
            health: ServiceHealthManager(clock: clock), clock: clock)
        let made = Tally()
        let call = Task {
            try await pipeline.call(idempotent: true) { () throws(Down) in
                made.enter()
                await ResiliencePipelineTests.waitForCancellation()
            }
        }
        for (attempt, step) in [2, 2, 1].enumerated() {
            await clock.waitForSleepers()
            #expect(made.total <= attempt + 1)
            await clock.advance(by: .seconds(step))
        }
        await #expect(throws: CallFailure<Down>.timedOut(.seconds(5))) { try await call.value }
        #expect(made.total == 3)
    }

    @Test func `a retry leaves the bulkhead while it waits`() async throws {
        let clock = ManualClock()
        let pipeline = ResiliencePipeline(
            service: .inventory,
            policy: ResiliencePolicy(
                retry: RetryPolicy(baseDelay: .seconds(1), jitter: .none),
                bulkhead: BulkheadPolicy(maxConcurrent: 1)),
            health: ServiceHealthManager(clock: clock), clock: clock)
        let made = Tally()
        let call = Task {
            try await pipeline.call(idempotent: true) { () throws(Down) in
                made.enter()
                if made.total == 1 { throw Down() }
            }
        }
        await clock.waitForSleepers()
        #expect(try await pipeline.call { 1 } == 1)
        await clock.advance(by: .seconds(1))
        try await call.value
        #expect(made.total == 2)
    }

    @Test func `a call cancelled while it waits for its retry is cancelled, and not made again`() async {
        let clock = ManualClock()
        let pipeline = ResiliencePipeline(
            service: .inventory,
            policy: ResiliencePolicy(retry: RetryPolicy(baseDelay: .seconds(1), jitter: .none)),
            health: ServiceHealthManager(clock: clock), clock: clock)
        let made = Tally()
        let call = Task {
            try await pipeline.call(idempotent: true) { () throws(Down) in
                made.enter()
                throw Down()
            }
        }
        await clock.waitForSleepers()
        call.cancel()
        await #expect(throws: CallFailure<Down>.cancelled) { try await call.value }
        #expect(made.total == 1)
    }
}
#endif
