#if Health
import Service
import ServiceHealth
import ServiceTesting
import Testing

/// A service may say when it wants to be asked again.
@Suite struct RetryAfterTests {
    let clock = ManualClock()

    /// A 429 or 503, with its `Retry-After`.
    struct Busy: FailureDescribing, Equatable {
        var retryAfter: Duration?
        var failureKind: FailureKind { .unavailable(retryAfter: retryAfter) }
    }

    func pipeline(totalTimeout: Duration? = nil, baseDelay: Duration = .milliseconds(100)) -> ResiliencePipeline {
        ResiliencePipeline(
            service: .inventory,
            policy: ResiliencePolicy(
                retry: RetryPolicy(baseDelay: baseDelay, jitter: .none), totalTimeout: totalTimeout),
            health: ServiceHealthManager(clock: clock), clock: clock)
    }

    @Test(arguments: [
        (Duration?.none, Duration.milliseconds(100)), (.seconds(2), .seconds(2)),
        (.milliseconds(30), .milliseconds(100)), (.seconds(-5), .milliseconds(100)),
    ])
    func `a retry waits at least as long as the error says`(retryAfter: Duration?, expected: Duration) async throws {
        let made = Tally()
        let pipeline = pipeline()
        let call = Task {
            try await pipeline.call(idempotent: true) { () throws(Busy) in
                made.enter()
                if made.total == 1 { throw Busy(retryAfter: retryAfter) }
            }
        }
        await clock.waitForSleepers()
        await clock.advance(by: expected - .nanoseconds(1))
        #expect(made.total == 1)
        #expect(clock.sleeperCount == 1)
        await clock.advance(by: .nanoseconds(1))
        try await call.value
        #expect(made.total == 2)
    }

    @Test func `a call gives up at once where the error's time would pass its deadline`() async {
        let made = Tally()
        let pipeline = pipeline(totalTimeout: .seconds(10))
        let busy = Busy(retryAfter: .seconds(10))
        await #expect(throws: CallFailure<Busy>.failed(busy)) {
            try await pipeline.call(idempotent: true) { () throws(Busy) in
                made.enter()
                throw busy
            }
        }
        #expect(made.total == 1)
        #expect(clock.sleeperCount == 0)
    }

    @Test func `what a pipeline further in was told is heard further out`() async throws {
        let inner = ResiliencePipeline(
            service: "inner", policy: ResiliencePolicy(), health: ServiceHealthManager(clock: clock), clock: clock)
        let made = Tally()
        let pipeline = pipeline()
        let call = Task {
            try await pipeline.call(idempotent: true) {
                try await inner.call { () throws(Busy) in
                    made.enter()
                    if made.total == 1 { throw Busy(retryAfter: .seconds(7)) }
                }
            }
        }
        await clock.waitForSleepers()
        await clock.advance(by: .seconds(6))
        #expect(made.total == 1)
        await clock.advance(by: .seconds(1))
        try await call.value
        #expect(made.total == 2)
    }
}
#endif
