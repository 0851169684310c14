#if Health
import ServiceHealth
import ServiceTesting
import Testing

/// The behaviour that people know from other fault-tolerance libraries, as rows: what is configured, what
/// happens, what is expected.
@Suite struct BehaviourTableTests {
    /// What one call meets, and what must become of it.
    enum Step: Sendable, CustomStringConvertible {
        /// The body succeeds and the caller gets the value.
        case ok
        /// The body throws and the caller gets the error.
        case fails
        /// The body must not run; the circuit is open for this long.
        case open(Duration)
        /// Time passes.
        case wait(Duration)
        /// The circuit is in this state.
        case circuit(CircuitState)

        var description: String {
            switch self {
            case .ok: "ok"
            case .fails: "fails"
            case .open(let after): "open(\(after))"
            case .wait(let time): "wait(\(time))"
            case .circuit(let state): "\(state)"
            }
        }
    }

    struct BreakerRow: Sendable, CustomTestStringConvertible {
        let name: String
        let breaker: CircuitBreakerPolicy
        let steps: [Step]
        var testDescription: String { name }
    }

    static func ratio(
        _ failure: Double, of calls: Int, successes: Int = 1, openFor: Duration = .seconds(5), probes: Int = 1
    ) -> CircuitBreakerPolicy {
        CircuitBreakerPolicy(
            trip: .rate(failure: failure, minimumCalls: calls, window: .seconds(10)), openFor: openFor,
            probes: probes,
            successesToClose: successes)
    }

    static let breakerRows = [
        BreakerRow(
            name: "closed: below the volume nothing opens, whatever the ratio",
            breaker: ratio(0.5, of: 4), steps: [.fails, .fails, .fails, .circuit(.closed)]),
        BreakerRow(
            name: "closed: the ratio reached with the volume opens",
            breaker: ratio(0.5, of: 4),
            steps: [.ok, .ok, .fails, .fails, .circuit(.open), .open(.seconds(5))]),
        BreakerRow(
            name: "closed: a ratio just missed does not open",
            breaker: ratio(0.75, of: 4),
            steps: [.ok, .ok, .fails, .fails, .circuit(.closed), .ok, .circuit(.closed)]),
        BreakerRow(
            name: "initial success: the ratio is over all calls, not over the first ones",
            breaker: ratio(1, of: 3), steps: [.ok, .fails, .fails, .fails, .circuit(.closed)]),
        BreakerRow(
            name: "initial failure: one failure opens where one is the volume",
            breaker: ratio(1, of: 1), steps: [.fails, .circuit(.open), .open(.seconds(5))]),
        BreakerRow(
            name: "the volume reached by a success is judged too",
            breaker: ratio(0.5, of: 4), steps: [.fails, .fails, .fails, .ok, .circuit(.open)]),
        BreakerRow(
            name: "old calls leave the window",
            breaker: ratio(0.5, of: 4),
            steps: [
                .fails, .fails, .wait(.seconds(10)), .ok, .ok, .fails, .circuit(.closed), .fails,
                .circuit(.open),
            ]),
        BreakerRow(
            name: "open: rejects for its whole time, and says how long that still is",
            breaker: ratio(1, of: 1),
            steps: [
                .fails, .open(.seconds(5)), .wait(.seconds(4)), .open(.seconds(1)), .circuit(.open),
                .wait(.seconds(1)),
                .ok, .circuit(.closed),
            ]),
        BreakerRow(
            name: "half-open: one failure opens again for the whole time",
            breaker: ratio(1, of: 1),
            steps: [.fails, .wait(.seconds(5)), .fails, .circuit(.open), .open(.seconds(5))]),
        BreakerRow(
            name: "success threshold: stays half-open until it is reached",
            breaker: ratio(1, of: 1, successes: 3),
            steps: [
                .fails, .wait(.seconds(5)), .ok, .circuit(.halfOpen), .ok, .circuit(.halfOpen), .ok,
                .circuit(.closed),
            ]),
        BreakerRow(
            name: "success threshold: a failure on the way begins from the start",
            breaker: ratio(1, of: 1, successes: 2),
            steps: [
                .fails, .wait(.seconds(5)), .ok, .fails, .circuit(.open), .wait(.seconds(5)), .ok,
                .circuit(.halfOpen),
                .ok, .circuit(.closed),
            ]),
        BreakerRow(
            name: "closed again: the volume counts from zero",
            breaker: ratio(0.5, of: 2),
            steps: [
                .fails, .fails, .wait(.seconds(5)), .ok, .circuit(.closed), .fails, .circuit(.closed), .fails,
                .circuit(.open),
            ]),
        BreakerRow(
            name: "consecutive: a success between failures starts again",
            breaker: CircuitBreakerPolicy(trip: .consecutive(2), openFor: .seconds(5)),
            steps: [.fails, .ok, .fails, .ok, .circuit(.closed), .fails, .fails, .circuit(.open)]),
        BreakerRow(
            name: "consecutive: counts do not grow old",
            breaker: CircuitBreakerPolicy(trip: .consecutive(2), openFor: .seconds(5)),
            steps: [.fails, .wait(.seconds(86_400)), .fails, .circuit(.open)]),
    ]

    @Test(arguments: breakerRows) func `circuit breaker`(row: BreakerRow) async {
        let clock = ManualClock()
        let pipeline = ResiliencePipeline(
            service: .inventory, policy: ResiliencePolicy(breaker: row.breaker),
            health: ServiceHealthManager(clock: clock), clock: clock, seed: 1)
        for (index, step) in row.steps.enumerated() {
            let place = Comment(rawValue: "step \(index): \(step)")
            let calls = Tally()
            func call(failing: Bool) async -> Result<Int, CallFailure<Down>> {
                do throws(CallFailure<Down>) {
                    return .success(
                        try await pipeline.call { () throws(Down) in
                            calls.enter()
                            if failing { throw Down() }
                            return 1
                        })
                } catch {
                    return .failure(error)
                }
            }
            switch step {
            case .ok: #expect(await call(failing: false) == .success(1), place)
            case .fails: #expect(await call(failing: true) == .failure(.failed(Down())), place)
            case .open(let after):
                let expected = CallFailure<Down>.rejected(.circuitOpen(.inventory, retryAfter: after))
                #expect(await call(failing: false) == .failure(expected), place)
                #expect(calls.total == 0, place)
            case .wait(let time): await clock.advance(by: time)
            case .circuit(let state): #expect(pipeline.circuitState == state, place)
            }
        }
    }

    // MARK: Retry, alone and with the others

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

    // MARK: Fallback

    @Test(arguments: [
        ([ResilienceStage.retry(atOnce)], 3), ([.retry(atOnce), .circuitBreaker(down)], 2),
        ([.circuitBreaker(down)], 1),
    ])
    func `a fallback answers once, after all attempts`(stages: [ResilienceStage], attempts: Int) async throws {
        let pipeline = ResiliencePipeline(
            service: .inventory, outermostFirst: stages, health: ServiceHealthManager(), clock: ManualClock())
        let made = Tally()
        let answered = Tally()
        let answer = try await pipeline.call(idempotent: true) { () throws(Down) -> Int in
            made.enter()
            throw Down()
        } fallback: { _ in
            answered.enter()
            return -1
        }
        #expect(answer == -1)
        #expect(made.total == attempts)
        #expect(answered.total == 1)
    }

    // MARK: State per service and method

    @Test func `pipelines for two services, or two groups of methods, open one by one`() async {
        let clock = ManualClock()
        let health = ServiceHealthManager(clock: clock)
        func make(_ service: ServiceID) -> ResiliencePipeline {
            ResiliencePipeline(
                service: service, policy: ResiliencePolicy(breaker: Self.down), health: health, clock: clock)
        }
        let (reads, writes, rates) = (make(.inventory), make(.inventory), make(.rates))
        for _ in 0..<2 { _ = try? await writes.call { () throws(Down) in throw Down() } }
        #expect(writes.circuitState == .open)
        #expect(reads.circuitState == .closed)
        #expect(rates.circuitState == .closed)
        #expect(health.serviceStates[.rates] == nil)
    }
}
#endif
