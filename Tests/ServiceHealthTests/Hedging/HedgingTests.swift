#if Health
import CoreMetrics
import MetricsTestKit
import ServiceHealth
import ServiceTesting
import Testing

@Suite struct HedgingTests {
    let clock = ManualClock()
    let health: ServiceHealthManager

    init() {
        health = ServiceHealthManager(policy: HealthPolicy(failureThreshold: 9), clock: clock)
    }

    func pipeline(
        _ policy: ResiliencePolicy = ResiliencePolicy(), attempts: Int = 2, after: Duration = .seconds(1)
    ) -> ResiliencePipeline {
        var policy = policy
        policy.hedging = HedgingPolicy(after: after, maxAttempts: attempts)
        return ResiliencePipeline(
            service: .inventory, policy: policy, health: health, clock: clock, seed: 1,
            classifier: .standard.adding { ($0 as? Down).flatMap { Self.classes[$0.number] } })
    }

    /// The classes of numbered errors; all others are failures.
    static let classes: [Int: ErrorClass] = [101: .refusal, 102: .permanent, 103: .ignored]

    var failures: Int { health.state(of: .inventory)?.totalFailures ?? 0 }

    // MARK: When attempts start

    /// Pipelines with and without a deadline, which each attempt needs a task for.
    static let around = [
        ResiliencePolicy(), ResiliencePolicy(attemptTimeout: .seconds(60), totalTimeout: .seconds(90)),
    ]

    @Test(arguments: around)
    func `an attempt that takes too long gets another beside it, and the first success wins`(
        policy: ResiliencePolicy
    ) async throws {
        let pipeline = pipeline(policy)
        let attempts = Tally()
        let call = Task {
            try await pipeline.call(idempotent: true) { () throws(Down) -> Int in
                attempts.enter()
                guard attempts.total == 1 else { return 2 }
                await ResiliencePipelineTests.waitForCancellation()
                throw Down()
            }
        }
        await clock.waitForSleepers()
        await clock.advance(by: .milliseconds(999))
        #expect(attempts.total == 1)
        await clock.advance(by: .milliseconds(1))
        #expect(try await call.value == 2)
        #expect(attempts.total == 2)
        #expect(failures == 0)
        #expect(clock.sleeperCount == 0)
    }

    @Test(arguments: around, [0, 101, 102, 103])
    func `a failure starts the next attempt at once, and nothing else does`(
        policy: ResiliencePolicy, number: Int
    ) async {
        let attempts = Tally()
        let pipeline = pipeline(policy, attempts: 3)
        await #expect(throws: CallFailure<Down>.failed(Down(number: number))) {
            try await pipeline.call(idempotent: true) { () throws(Down) in
                attempts.enter()
                throw Down(number: number)
            }
        }
        #expect(attempts.total == (number == 0 ? 3 : 1))
        #expect(failures == [0: 3, 102: 1][number, default: 0])
        #expect(clock.sleeperCount == 0)
    }

    @Test func `a call that is in time, or is not idempotent, is made once`() async throws {
        let attempts = Tally()
        let pipeline = pipeline()
        try await pipeline.call(idempotent: true) { attempts.enter() }
        #expect(attempts.total == 1)
        _ = try? await pipeline.call { () throws(Down) in
            attempts.enter()
            throw Down()
        }
        #expect(attempts.total == 2)
        #expect(clock.sleeperCount == 0)
    }

    @Test func `a permanent failure starts no further attempt, and one that runs may still succeed`() async throws {
        let pipeline = pipeline(attempts: 3)
        let gate = Gate()
        let attempts = Tally()
        let call = Task {
            try await pipeline.call(idempotent: true) { () throws(Down) -> Int in
                attempts.enter()
                guard attempts.total == 1 else { throw Down(number: 102) }
                await gate.pass()
                return 1
            }
        }
        await clock.waitForSleepers()
        await clock.advance(by: .seconds(1))
        while failures == 0 { await Task.yield() }
        await clock.advance(by: .seconds(60))
        gate.open()
        #expect(try await call.value == 1)
        #expect(attempts.total == 2)
        #expect(failures == 1)
    }

    // MARK: With the other stages

    @Test func `each attempt needs its own place, and one that is rejected does not run`() async throws {
        let pipeline = pipeline(ResiliencePolicy(bulkhead: BulkheadPolicy(maxConcurrent: 1)))
        let gate = Gate()
        let attempts = Tally()
        let call = Task {
            try await pipeline.call(idempotent: true) { () throws(Down) -> Int in
                attempts.enter()
                await gate.pass()
                return attempts.total
            }
        }
        await clock.waitForSleepers()
        await clock.advance(by: .seconds(1))
        while clock.sleeperCount > 0 { await Task.yield() }
        gate.open()
        #expect(try await call.value == 1)
    }

    @Test func `each attempt takes a permit of its own`() async throws {
        let pipeline = pipeline(ResiliencePolicy(rateLimit: RateLimitPolicy(permits: 2, per: .seconds(60))))
        let attempts = Tally()
        await #expect(throws: CallFailure<Down>.failed(Down())) {
            try await pipeline.call(idempotent: true) { () throws(Down) in
                attempts.enter()
                throw Down()
            }
        }
        #expect(attempts.total == 2)
        await #expect(throws: CallFailure<Down>.rejected(.rateLimited(.inventory, retryAfter: .seconds(30)))) {
            try await pipeline.call(idempotent: true) { () throws(Down) in }
        }
    }

    @Test func `a circuit that opens stops further attempts, and the last real error is given`() async {
        let attempts = Tally()
        let pipeline = pipeline(
            ResiliencePolicy(breaker: CircuitBreakerPolicy(trip: .consecutive(2), openFor: .seconds(5))),
            attempts: 5)
        await #expect(throws: CallFailure<Down>.failed(Down(number: 2))) {
            try await pipeline.call(idempotent: true) { () throws(Down) in
                attempts.enter()
                throw Down(number: attempts.total)
            }
        }
        #expect(pipeline.circuitState == .open)
    }

    @Test func `a retry hedges anew`() async {
        let attempts = Tally()
        let pipeline = pipeline(ResiliencePolicy(retry: RetryPolicy(baseDelay: .zero)))
        await #expect(throws: CallFailure<Down>.failed(Down(number: 6))) {
            try await pipeline.call(idempotent: true) { () throws(Down) in
                attempts.enter()
                throw Down(number: attempts.total)
            }
        }
        #expect(failures == 6)
    }

    @Test func `the total deadline ends all attempts, and starts none`() async {
        let pipeline = pipeline(ResiliencePolicy(totalTimeout: .seconds(3)), attempts: 9)
        let attempts = Tally()
        let call = Task {
            try await pipeline.call(idempotent: true) { () throws(Down) in
                attempts.enter()
                await ResiliencePipelineTests.waitForCancellation()
                throw Down()
            }
        }
        for made in 1...3 {
            while attempts.total < made { await Task.yield() }
            await clock.waitForSleepers()
            await clock.advance(by: .seconds(1))
        }
        await #expect(throws: CallFailure<Down>.timedOut(.seconds(3))) { try await call.value }
        #expect(attempts.total == 3)
    }

    @Test func `a caller that is cancelled cancels every attempt, and nothing counts`() async {
        let pipeline = pipeline()
        let attempts = Tally()
        let call = Task {
            try await pipeline.call(idempotent: true) { () throws(Down) in
                attempts.enter()
                await ResiliencePipelineTests.waitForCancellation()
                throw Down()
            }
        }
        await clock.waitForSleepers()
        await clock.advance(by: .seconds(1))
        while attempts.total < 2 { await Task.yield() }
        call.cancel()
        await #expect(throws: CallFailure<Down>.cancelled) { try await call.value }
        #expect(health.state(of: .inventory) == nil)
    }

    @Test func `task-local values reach every attempt`() async throws {
        enum Local { @TaskLocal static var value = 0 }
        let seen = Log<Int>()
        let pipeline = pipeline()
        _ = await Local.$value.withValue(7) {
            try? await pipeline.call(idempotent: true) { () throws(Down) in
                seen.add(Local.value)
                throw Down()
            }
        }
        #expect(seen.elements == [7, 7])
    }

    // MARK: What is told about it

    @Test func `hedges are counted and logged`() async throws {
        TestLog.start()
        let metrics = TestMetrics()
        let service = ServiceID(rawValue: "hedged-\(UInt64.random(in: 0 ... .max))")
        let pipeline = withMetricsFactory(metrics) {
            ResiliencePipeline(
                service: service,
                policy: ResiliencePolicy(hedging: HedgingPolicy(after: .seconds(1), maxAttempts: 3)),
                health: health, clock: clock)
        }
        _ = try? await pipeline.call("fetch", idempotent: true) { () throws(Down) in throw Down() }
        let labels = [("service", service.rawValue), ("method", "fetch")]
        #expect(try metrics.expectCounter("service_health_hedges_total", labels).totalValue == 2)
        let failed = labels + [("outcome", "failed")]
        #expect(try metrics.expectCounter("service_health_calls_total", failed).totalValue == 1)
        #expect(TestLog.entries(for: service.rawValue) == ["debug: hedge", "debug: hedge"])
    }
}
#endif
