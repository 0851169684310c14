#if Health
import Service
import ServiceHealth
import ServiceTesting
import Testing

/// Which failures of a call have been retried further in, and which are left to it.
@Suite struct NestedRetryTests {
    static let retry = ResiliencePolicy(retry: RetryPolicy(baseDelay: .zero, jitter: .none, budget: nil))

    let clock = ManualClock()
    let outer: ResiliencePipeline
    let inner: ResiliencePipeline
    let made = Tally()

    init() {
        let health = ServiceHealthManager(clock: clock)
        outer = ResiliencePipeline(service: .inventory, policy: Self.retry, health: health, clock: clock)
        inner = ResiliencePipeline(service: .rates, policy: Self.retry, health: health, clock: clock)
    }

    /// An error that takes the place of another, and names it.
    struct Wrapper: FailureDescribing {
        let cause: any Error
        var failureKind: FailureKind { .failed(cause) }
    }

    /// Makes a call whose attempts make one that fails for good, and do something with its failure.
    ///
    /// - Returns: How often the inner call's body ran, and how often the outer one's.
    private func attempts(
        failing error: Down = Down(number: 1), _ handle: @escaping @Sendable (CallFailure<Down>) async throws -> Void
    ) async -> (inner: Int, outer: Int) {
        let attempts = Tally()
        await #expect(throws: (any Error).self) {
            try await outer.call(idempotent: true) {
                attempts.enter()
                do throws(CallFailure<Down>) {
                    try await inner.call(idempotent: true) { () throws(Down) in
                        made.enter()
                        throw error
                    }
                } catch {
                    try await handle(error)
                }
            }
        }
        return (made.total, attempts.total)
    }

    @Test func `a failure after one that was handled is retried`() async {
        #expect(await attempts { _ in throw Elsewhere() } == (9, 3))
    }

    @Test func `another error of the same type after one that was handled is retried`() async {
        #expect(await attempts { _ in throw Down(number: 2) } == (9, 3))
    }

    @Test func `a failure that is passed on is not retried once more`() async {
        #expect(await attempts { throw $0 } == (3, 1))
    }

    @Test func `the error of a failure that is passed on alone is not retried once more`() async {
        #expect(
            await attempts { failure in
                guard case .failed(let error) = failure else { return }
                throw error
            } == (3, 1))
    }

    @Test func `an error that names the failure is not retried once more`() async {
        #expect(await attempts { throw Wrapper(cause: Wrapper(cause: $0)) } == (3, 1))
    }

    /// An error whose type does not say what is equal.
    struct Odd: Error {
        let number: Int
    }

    @Test(arguments: [(1, 3), (2, 9)])
    func `errors that cannot be compared are told apart by what they say`(thrown: Int, total: Int) async {
        await #expect(throws: (any Error).self) {
            try await outer.call(idempotent: true) {
                _ = try? await inner.call(idempotent: true) {
                    made.enter()
                    throw Odd(number: 1)
                }
                throw Odd(number: thrown)
            }
        }
        #expect(made.total == total)
    }

    @Test func `a deadline after a failure that was handled is retried`() async throws {
        let outer = ResiliencePipeline(
            service: .inventory,
            policy: ResiliencePolicy(retry: Self.retry.retry, attemptTimeout: .seconds(10)),
            health: ServiceHealthManager(clock: clock), clock: clock)
        let attempts = Tally()
        let call = Task {
            try await outer.call(idempotent: true) {
                attempts.enter()
                _ = try? await inner.call(idempotent: true) { () throws(Down) in throw Down() }
                if attempts.total < 2 { await ResiliencePipelineTests.waitForCancellation() }
            }
        }
        await clock.waitForSleepers()
        await clock.advance(by: .seconds(10))
        try await call.value
        #expect(attempts.total == 2)
    }

    @Test func `a failure that a guard puts into its own error is not retried once more`() async {
        let calls = ResilientCalls(inner, failures: { _ in Elsewhere() })
        await #expect(throws: (any Error).self) {
            try await outer.call(idempotent: true) {
                try await calls.call("rates", idempotent: true) {
                    made.enter()
                    throw Down()
                }
            }
        }
        #expect(made.total == 3)
    }

    @Test func `what a fallback throws in its place is not retried once more`() async {
        await #expect(throws: (any Error).self) {
            try await outer.call(idempotent: true) {
                try await inner.call(idempotent: true) { () throws(Down) in
                    made.enter()
                    throw Down()
                } recover: { _ in
                    throw Elsewhere()
                }.value
            }
        }
        #expect(made.total == 3)
    }

    @Test func `a fallback that answers for one call leaves the failure of another as it is`() async {
        #expect(
            await attempts { failure in
                _ = try await inner.call(idempotent: true) { () throws(Down) in
                    throw Down(number: 2)
                } fallback: { _ in
                }
                throw failure
            } == (3, 1))
    }

    @Test func `a failure after which the circuit rejected the next attempt is not retried once more`() async {
        let policy = ResiliencePolicy(
            breaker: CircuitBreakerPolicy(trip: .consecutive(2), openFor: .seconds(60)), retry: Self.retry.retry)
        let inner = ResiliencePipeline(
            service: .rates, policy: policy, health: ServiceHealthManager(clock: clock), clock: clock)
        let attempts = Tally()
        let failure = await #expect(throws: CallFailure<any Error>.self) {
            try await outer.call(idempotent: true) {
                attempts.enter()
                try await inner.call(idempotent: true) { () throws(Down) in
                    made.enter()
                    throw Down()
                }
            }
        }
        #expect((made.total, attempts.total) == (2, 1))
        guard case .failed(CallFailure<Down>.failed) = failure else {
            Issue.record("It threw \(String(describing: failure)).")
            return
        }
    }

    /// An error that can be counted.
    final class Heavy: Error {
        private let alive: Tally

        init(_ alive: Tally) {
            self.alive = alive
            alive.enter()
        }

        deinit { alive.leave() }
    }

    @Test func `a task that outlives the attempt which started it keeps no failures`() async throws {
        let (alive, mayStart, isDone) = (Tally(), Gate(), Gate())
        let task = try await outer.call(idempotent: true) {
            Task {
                await mayStart.pass()
                for _ in 0..<5 { _ = try? await inner.call(idempotent: true) { throw Heavy(alive) } }
                // The manager keeps the last error of a service that is not healthy.
                _ = try? await inner.call {}
                await isDone.pass()
            }
        }
        mayStart.open()
        await isDone.waitForArrivals()
        #expect((alive.total, alive.current) == (15, 0))
        isDone.open()
        await task.value
    }
}
#endif
