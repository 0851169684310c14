#if Health
import CoreMetrics
import MetricsTestKit
import Service
import ServiceTesting
import Testing

@testable import ServiceHealth

@Suite struct RateLimitTests {
    let clock = ManualClock()
    let health: ServiceHealthManager

    init() {
        health = ServiceHealthManager(policy: HealthPolicy(failureThreshold: 1), clock: clock)
    }

    func pipeline(_ policy: ResiliencePolicy) -> ResiliencePipeline {
        ResiliencePipeline(service: .inventory, policy: policy, health: health, clock: clock, seed: 1)
    }

    func pipeline(_ limit: RateLimitPolicy) -> ResiliencePipeline {
        pipeline(ResiliencePolicy(rateLimit: limit))
    }

    func limiter(of pipeline: ResiliencePipeline) throws -> RateLimiter {
        try #require(
            pipeline.core.stages.lazy.compactMap { stage in
                if case .rateLimit(let limiter) = stage { limiter } else { nil }
            }.first)
    }

    static func limited(_ after: Duration) -> CallFailure<Down> {
        .rejected(.rateLimited(.inventory, retryAfter: after))
    }

    /// The same with the stages around it, as a call takes a shorter way without.
    static let around = [ResiliencePolicy(), ResiliencePolicy(attemptTimeout: .seconds(60)), .app]

    @Test(arguments: around)
    func `a burst is admitted, the next call is told when, and permits come back one by one`(
        policy: ResiliencePolicy
    ) async throws {
        var policy = policy
        policy.rateLimit = RateLimitPolicy(permits: 10, per: .seconds(1), burst: 3)
        let pipeline = pipeline(policy)
        func call() async throws { try await pipeline.call { () throws(Down) in } }
        for _ in 0..<3 { try await call() }
        await #expect(throws: Self.limited(.milliseconds(100))) { try await call() }
        await clock.advance(by: .milliseconds(40))
        await #expect(throws: Self.limited(.milliseconds(60))) { try await call() }
        await clock.advance(by: .milliseconds(60))
        try await call()
        await #expect(throws: Self.limited(.milliseconds(100))) { try await call() }
        await clock.advance(by: .seconds(60))
        for _ in 0..<3 { try await call() }
        await #expect(throws: Self.limited(.milliseconds(100))) { try await call() }
    }

    @Test func `exactly the allowed number runs, under any number of callers`() async {
        let pipeline = pipeline(RateLimitPolicy(permits: 100, per: .seconds(1), burst: 50))
        for round in 0..<5 {
            let made = Tally()
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<16 {
                    group.addTask {
                        for _ in 0..<50 { _ = try? await pipeline.call { () throws(Down) in made.enter() } }
                    }
                }
            }
            #expect(made.total == (round == 0 ? 50 : 20))
            await clock.advance(by: .milliseconds(200))
        }
    }

    @Test func `a rejection changes neither health nor breaker, and is not retried`() async throws {
        let pipeline = pipeline(
            ResiliencePolicy(
                breaker: CircuitBreakerPolicy(trip: .consecutive(1), openFor: .seconds(5)),
                retry: RetryPolicy(baseDelay: .zero),
                rateLimit: RateLimitPolicy(permits: 1, per: .seconds(1))))
        try await pipeline.call { () throws(Down) in }
        let before = health.state(of: .inventory)
        for _ in 0..<3 {
            await #expect(throws: Self.limited(.seconds(1))) {
                try await pipeline.call(idempotent: true) { () throws(Down) in }
            }
        }
        #expect(pipeline.circuitState == .closed)
        #expect(health.state(of: .inventory) == before)
    }

    @Test func `a probe without a permit leaves its place to the next`() async throws {
        let pipeline = pipeline(
            ResiliencePolicy(
                breaker: CircuitBreakerPolicy(trip: .consecutive(1), openFor: .seconds(1)),
                rateLimit: RateLimitPolicy(permits: 1, per: .seconds(2))))
        _ = try? await pipeline.call { () throws(Down) in throw Down() }
        await clock.advance(by: .seconds(1))
        await #expect(throws: Self.limited(.seconds(1))) { try await pipeline.call { () throws(Down) in } }
        await clock.advance(by: .seconds(1))
        try await pipeline.call { () throws(Down) in }
        #expect(pipeline.circuitState == .closed)
    }

    // MARK: Waiting

    /// Starts calls that wait for a permit, one after the other.
    func startWaiters(
        _ count: Int, _ pipeline: ResiliencePipeline, _ order: Log<Int>
    ) async throws -> [Task<Void, any Error>] {
        let limiter = try limiter(of: pipeline)
        var waiters: [Task<Void, any Error>] = []
        for number in 1...count {
            waiters.append(Task { try await pipeline.call { () throws(Down) in order.add(number) } })
            while limiter.waitingCount < number { await Task.yield() }
        }
        return waiters
    }

    @Test func `callers get permits in the order they came, and a cancelled one returns its place`() async throws {
        let pipeline = pipeline(RateLimitPolicy(permits: 1, per: .seconds(1), maxWait: .seconds(5)))
        try await pipeline.call { () throws(Down) in }
        let order = Log<Int>()
        let waiters = try await startWaiters(5, pipeline, order)
        await #expect(throws: Self.limited(.seconds(6))) { try await pipeline.call { () throws(Down) in } }
        waiters[2].cancel()
        await #expect(throws: CallFailure<Down>.cancelled) { try await waiters[2].value }
        for made in 1...4 {
            await clock.waitForSleepers()
            #expect(order.elements.count == made - 1)
            await clock.advance(by: .seconds(1))
            while order.elements.count < made { await Task.yield() }
        }
        #expect(order.elements == [1, 2, 4, 5])
        for (index, waiter) in waiters.enumerated() where index != 2 { try await waiter.value }
        #expect(clock.sleeperCount == 0)
    }

    @Test func `a caller whose deadline comes first returns its place`() async throws {
        let pipeline = ResiliencePipeline(
            service: .inventory,
            outermostFirst: [
                .timeout(.milliseconds(1500)),
                .rateLimit(RateLimitPolicy(permits: 1, per: .seconds(1), maxWait: .seconds(9))),
            ], health: health, clock: clock)
        try await pipeline.call { () throws(Down) in }
        let order = Log<Int>()
        let waiters = try await startWaiters(3, pipeline, order)
        await clock.waitForSleepers()
        await clock.advance(by: .seconds(1))
        try await waiters[0].value
        await clock.waitForSleepers()
        await clock.advance(by: .milliseconds(500))
        for waiter in waiters[1...] {
            await #expect(throws: CallFailure<Down>.timedOut(.milliseconds(1500))) { try await waiter.value }
        }
        #expect(try limiter(of: pipeline).waitingCount == 0)
        #expect(health.state(of: .inventory)?.totalFailures == 0)
        #expect(clock.sleeperCount == 0)
        await clock.advance(by: .milliseconds(500))
        try await pipeline.call { () throws(Down) in }
    }

    @Test func `a permit that comes with the deadline comes too late`() async throws {
        let pipeline = ResiliencePipeline(
            service: .inventory,
            policy: ResiliencePolicy(
                breaker: CircuitBreakerPolicy(trip: .consecutive(1), openFor: .seconds(60)), totalTimeout: .seconds(1),
                rateLimit: RateLimitPolicy(permits: 1, per: .seconds(1), maxWait: .seconds(9))),
            health: health, clock: clock)
        try await pipeline.call { () throws(Down) in }
        let waiter = Task {
            try await pipeline.call { () throws(Down) in Issue.record("It is too late for the call.") }
        }
        while try limiter(of: pipeline).waitingCount == 0 { await Task.yield() }
        await clock.waitForSleepers()
        await clock.advance(by: .seconds(1))
        await #expect(throws: CallFailure<Down>.timedOut(.seconds(1))) { try await waiter.value }
        #expect(pipeline.circuitState == .closed)
        #expect(health.state(of: .inventory)?.totalFailures == 0)
    }

    @Test func `waiting callers on the real clock all get their permits`() async throws {
        let pipeline = ResiliencePipeline(
            service: .inventory,
            policy: ResiliencePolicy(
                rateLimit: RateLimitPolicy(permits: 1000, per: .seconds(1), burst: 1, maxWait: .seconds(60))),
            health: health)
        let made = Tally()
        let start = ContinuousClock.now
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<100 {
                group.addTask {
                    let call = Task { try await pipeline.call { () throws(Down) in made.enter() } }
                    if number.isMultiple(of: 7) { call.cancel() }
                    _ = try? await call.value
                }
            }
        }
        let admitted = made.total
        #expect((85...100).contains(admitted))
        #expect(start.duration(to: .now) >= .milliseconds(admitted - 1))
        #expect(try limiter(of: pipeline).waitingCount == 0)
    }

    // MARK: What is told about it

    @Test func `rejections are counted`() async throws {
        let metrics = TestMetrics()
        let pipeline = withMetricsFactory(metrics) {
            self.pipeline(RateLimitPolicy(permits: 1, per: .seconds(1)))
        }
        for _ in 0..<3 { _ = try? await pipeline.call("fetch") { () throws(Down) in } }
        let labels = [("service", "inventory"), ("method", "fetch")]
        #expect(try metrics.expectCounter("service_health_rate_limited_total", labels).totalValue == 2)
        let rejected = labels + [("outcome", "rejected")]
        #expect(try metrics.expectCounter("service_health_calls_total", rejected).totalValue == 2)
    }

    @Test func `other layers are told when to come back`() {
        guard case .unavailable(let retryAfter) = Self.limited(.seconds(3)).failureKind else {
            Issue.record("this is unavailable")
            return
        }
        #expect(retryAfter == .seconds(3))
    }
}
#endif
