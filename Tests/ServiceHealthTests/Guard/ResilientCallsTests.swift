#if Health
import ServiceHealth
import ServiceTesting
import Testing

/// What callers of a guard get: MACROS.md's rules, called by hand.
@Suite struct ResilientCallsTests {
    /// An error type with a value for calls that were not answered.
    enum RateError: Error, Equatable, CallFailureRepresentable {
        case refused, broken, unanswered(CallFailure<Never>)
        init(unanswered failure: CallFailure<Never>) { self = .unanswered(failure) }
    }

    /// What `failures` returns.
    struct Unavailable: Error {}

    let clock = ManualClock()
    let health: ServiceHealthManager

    init() {
        health = ServiceHealthManager(policy: HealthPolicy(failureThreshold: 1), clock: clock)
    }

    func calls(
        _ policy: ResiliencePolicy = ResiliencePolicy(), classifier: ErrorClassifier = .standard,
        refusals: (@Sendable (any Error) -> Bool)? = nil,
        failures: (@Sendable (CallFailure<any Error>) -> any Error)? = nil
    ) -> ResilientCalls {
        ResilientCalls(
            ResiliencePipeline(
                service: .rates, policy: policy, health: health, clock: clock, seed: 1, classifier: classifier),
            refusals: refusals, failures: failures)
    }

    var isHealthy: Bool { health.state(of: .rates)?.isHealthy ?? true }

    /// Runs a call in a task that is cancelled before the call is made.
    func cancelled<T: Sendable>(_ body: @escaping @Sendable () async throws -> T) async throws -> T {
        let task = Task {
            await ResiliencePipelineTests.waitForCancellation()
            return try await body()
        }
        task.cancel()
        return try await task.value
    }

    // MARK: a. Refusals

    @Test(arguments: [ResiliencePolicy(), ResiliencePolicy(retry: RetryPolicy(maxAttempts: 3))])
    func `a refusal is thrown unchanged, counts as a success and calls no fallback`(policy: ResiliencePolicy) async {
        let calls = calls(policy, refusals: { $0 is Elsewhere }, failures: { _ in Unavailable() })
        await #expect(throws: Elsewhere.self) { try await calls.call("m", idempotent: true) { throw Elsewhere() } }
        await #expect(throws: Elsewhere.self) {
            try await calls.call("m", idempotent: true) {
                throw Elsewhere()
            } fallback: {
                Issue.record("a fallback answered a refusal")
            }
        }
        await #expect(throws: RateError.refused) {
            try await self.calls(policy, refusals: { $0 as? RateError == .refused }).callTyped("m", idempotent: true) {
                () async throws(RateError) -> Int in
                throw .refused
            } fallback: { () async throws(RateError) -> Int in
                3
            }
        }
        #expect(isHealthy)
    }

    @Test func `the pipeline's classifier decides about the other errors`() async {
        let calls = calls(
            classifier: .standard.adding { $0 is Elsewhere ? .refusal : nil },
            refusals: { $0 as? Down == Down(number: 1) },
            failures: { _ in Unavailable() })
        await #expect(throws: Elsewhere.self) { try await calls.call("m", idempotent: false) { throw Elsewhere() } }
        await #expect(throws: Down(number: 1)) {
            try await calls.call("m", idempotent: false) { throw Down(number: 1) }
        }
        #expect(isHealthy)
        await #expect(throws: Unavailable.self) { try await calls.call("m", idempotent: false) { throw Down() } }
        #expect(!isHealthy)
    }

    // MARK: b. Fallbacks

    @Test func `a fallback answers, and what it throws is thrown`() async throws {
        let calls = calls()
        #expect(
            try await calls.call("m", idempotent: false) {
                throw Down()
            } fallback: {
                3
            } == 3)
        await #expect(throws: Elsewhere.self) {
            try await calls.call("m", idempotent: false) {
                throw Down()
            } fallback: {
                throw Elsewhere()
            }
        }
        calls.pipeline.isolate()
        #expect(
            try await calls.call("m", idempotent: false) {
                1
            } fallback: {
                3
            } == 3)
    }

    @Test func `no fallback answers a caller who is gone and can be told`() async {
        let calls = calls()
        await #expect(throws: CancellationError.self) {
            try await cancelled {
                try await calls.call("m", idempotent: false) {
                    throw Down()
                } fallback: {
                    3
                }
            }
        }
    }

    @Test func `no fallback answers a caller who is gone where the call is rejected`() async {
        let calls = calls()
        calls.pipeline.isolate()
        await #expect(throws: CancellationError.self) {
            try await cancelled {
                try await calls.call("m", idempotent: false) {
                    1
                } fallback: {
                    3
                }
            }
        }
        await #expect(throws: CancellationError.self) {
            try await cancelled {
                try await calls.pipeline.call("m") {
                    1
                } fallback: { _ in
                    3
                }
            }
        }
        await #expect(throws: CancellationError.self) {
            try await cancelled {
                try await calls.pipeline.call("m") {
                    1
                } recover: { _ in
                    3
                }.value
            }
        }
    }

    @Test func `a fallback answers a cancelled call that has no error for it`() async throws {
        let calls = calls()
        let typed = try await cancelled {
            try await calls.callTyped("m", idempotent: false) { () async throws(RateError) -> Int in
                throw .broken
            } fallback: { () async throws(RateError) -> Int in
                3
            }
        }
        #expect(typed == 3)
        calls.pipeline.isolate()
        let silent = await calls.callTyped("m", idempotent: false) { () async -> Int in
            1
        } fallback: { () async -> Int in
            4
        }
        #expect(silent == 4)
    }

    // MARK: c. Methods that throw one type

    @Test func `a typed method throws its error, or represents why there was no answer`() async throws {
        let calls = calls(ResiliencePolicy(attemptTimeout: .seconds(1)))
        let broken = { @Sendable () async throws(RateError) -> Int in throw .broken }
        await #expect(throws: RateError.broken) { try await calls.callTyped("m", idempotent: false, broken) }
        let late = Task {
            try await calls.callTyped("m", idempotent: false) { () async throws(RateError) -> Int in
                await ResiliencePipelineTests.waitForCancellation()
                return 1
            }
        }
        await clock.waitForSleepers()
        await clock.advance(by: .seconds(1))
        await #expect(throws: RateError.unanswered(.timedOut(.seconds(1)))) { try await late.value }
        await #expect(throws: RateError.unanswered(.cancelled)) {
            try await cancelled { try await calls.callTyped("m", idempotent: false, broken) }
        }
        calls.pipeline.isolate()
        await #expect(throws: RateError.unanswered(.rejected(.isolated(.rates)))) {
            try await calls.callTyped("m", idempotent: false, broken)
        }
    }

    // MARK: d. Methods that throw any error

    @Test func `without failures, callers get the error or the call's failure`() async {
        let calls = calls()
        await #expect(throws: Down(number: 2)) {
            try await calls.call("m", idempotent: false) { throw Down(number: 2) }
        }
        calls.pipeline.isolate()
        let failure = await #expect(throws: CallFailure<any Error>.self) {
            try await calls.call("m", idempotent: false) { 1 }
        }
        guard case .rejected(.isolated(.rates)) = failure else {
            Issue.record("the rejection is lost: \(String(describing: failure))")
            return
        }
    }

    @Test func `failures decides what callers get, except for cancelled ones`() async {
        let calls = calls(failures: { _ in Unavailable() })
        await #expect(throws: Unavailable.self) { try await calls.call("m", idempotent: false) { throw Down() } }
        await #expect(throws: CancellationError.self) {
            try await cancelled { try await calls.call("m", idempotent: false) { throw Down() } }
        }
        calls.pipeline.isolate()
        await #expect(throws: Unavailable.self) { try await calls.call("m", idempotent: false) { 1 } }
    }

    // MARK: Retries and recording

    @Test func `only an idempotent call is repeated`() async throws {
        let calls = calls(ResiliencePolicy(retry: RetryPolicy(maxAttempts: 3, baseDelay: .zero)))
        let tally = Tally()
        try? await calls.call("m", idempotent: false) {
            tally.enter()
            throw Down()
        }
        #expect(tally.total == 1)
        try? await calls.call("m", idempotent: true) {
            tally.enter()
            throw Down()
        }
        #expect(tally.total > 2)
    }

    @Test func `a recorded call changes health and nothing else`() {
        let calls = calls(
            ResiliencePolicy(breaker: CircuitBreakerPolicy(trip: .consecutive(1), openFor: .seconds(9))),
            refusals: { $0 is Elsewhere })
        #expect(throws: Elsewhere.self) { try calls.record { () throws(Elsewhere) in throw Elsewhere() } }
        #expect(isHealthy)
        #expect(throws: Down.self) { try calls.record { () throws(Down) in throw Down() } }
        #expect(!isHealthy)
        #expect(calls.pipeline.circuitState == .closed)
        calls.record {}
        #expect(isHealthy)
    }

    @Test func `an error of a cancelled task is not recorded`() async {
        let calls = calls(ResiliencePolicy(breaker: CircuitBreakerPolicy(trip: .consecutive(1), openFor: .seconds(9))))
        let cancelled = Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            try calls.record { try Task.checkCancellation() }
        }
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        #expect(isHealthy)
        #expect(throws: Down.self) { try calls.record { () throws(Down) in throw Down() } }
        #expect(!isHealthy)
    }
}
#endif
