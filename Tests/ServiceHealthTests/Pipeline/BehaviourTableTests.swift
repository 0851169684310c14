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

    // MARK: Fallback

    @Test(arguments: [
        ([ResilienceStage.retry(RetryTableTests.atOnce)], 3),
        ([.retry(RetryTableTests.atOnce), .circuitBreaker(RetryTableTests.down)], 2),
        ([.circuitBreaker(RetryTableTests.down)], 1),
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
                service: service, policy: ResiliencePolicy(breaker: RetryTableTests.down), health: health, clock: clock)
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
