#if Health
import Foundation
import ServiceTesting
import Testing

@testable import ServiceHealth

/// Faults that people reported of other libraries, by name. Concurrency is forced by gates.
@Suite struct ReportedFaultTests {
    let clock = ManualClock()
    let health: ServiceHealthManager

    init() {
        health = ServiceHealthManager(clock: clock)
    }

    static let breaker = CircuitBreakerPolicy(trip: .consecutive(1), openFor: .seconds(60))

    func pipeline(_ policy: ResiliencePolicy) -> ResiliencePipeline {
        ResiliencePipeline(service: .inventory, policy: policy, health: health, clock: clock, seed: 1)
    }

    /// A pipeline whose circuit is due for a probe.
    func half(_ policy: ResiliencePolicy) async -> ResiliencePipeline {
        let pipeline = pipeline(policy)
        _ = try? await pipeline.call { () throws(Down) in throw Down() }
        await clock.advance(by: .seconds(60))
        return pipeline
    }

    @Test(arguments: [
        ResiliencePolicy(breaker: breaker), ResiliencePolicy(breaker: breaker, attemptTimeout: .seconds(10)),
        ResiliencePolicy(breaker: breaker, retry: RetryPolicy(), bulkhead: BulkheadPolicy(maxConcurrent: 50)),
    ])
    func `a permit is not lost to a cancelled probe`(policy: ResiliencePolicy) async throws {
        let pipeline = await half(policy)
        for _ in 0..<5 {
            let gate = Gate()
            let probe = Task {
                try await pipeline.call(idempotent: true) { () throws(Down) in
                    await gate.pass()
                    throw Down()
                }
            }
            await gate.waitForArrivals()
            probe.cancel()
            gate.open()
            await #expect(throws: CallFailure<Down>.cancelled) { try await probe.value }
            #expect(pipeline.circuitState == .halfOpen)
        }
        #expect(try await pipeline.call { 1 } == 1)
        #expect(pipeline.circuitState == .closed)
    }

    @Test func `a permit is not lost to a probe that the bulkhead rejects`() async throws {
        let pipeline = pipeline(
            ResiliencePolicy(breaker: Self.breaker, bulkhead: BulkheadPolicy(maxConcurrent: 1)))
        let gate = Gate()
        // Admitted before the circuit opens, this keeps the only slot.
        let holder = Task { try await pipeline.call { await gate.pass() } }
        await gate.waitForArrivals()
        pipeline.core.breaker.recordFailure(
            try pipeline.core.breaker.admit(), since: MonotonicInstant(nanoseconds: 0))
        #expect(pipeline.circuitState == .open)
        await clock.advance(by: .seconds(60))
        for _ in 0..<3 {
            await #expect(throws: CallFailure<Down>.rejected(.bulkheadFull(.inventory))) {
                try await pipeline.call { () throws(Down) in Issue.record("this must not run") }
            }
            #expect(pipeline.circuitState == .halfOpen)
        }
        gate.open()
        try await holder.value
        #expect(try await pipeline.call { 1 } == 1)
        #expect(pipeline.circuitState == .closed)
    }

    @Test func `a permit is not lost to a probe that hangs`() async throws {
        let pipeline = await half(ResiliencePolicy(breaker: Self.breaker))
        let gate = Gate()
        let hung = Task { try await pipeline.call { await gate.pass() } }
        await gate.waitForArrivals()
        await #expect(throws: CallFailure<Down>.rejected(.circuitOpen(.inventory, retryAfter: .zero))) {
            try await pipeline.call { () throws(Down) in Issue.record("this must not run") }
        }
        await clock.advance(by: .seconds(30))
        #expect(try await pipeline.call { 1 } == 1)
        #expect(pipeline.circuitState == .closed)
        gate.open()
        try await hung.value
    }

    @Test(arguments: [1, 3])
    func `no stampede at half-open: of many callers exactly the allowed number run`(probes: Int) async throws {
        var breaker = Self.breaker
        breaker.probes = probes
        breaker.successesToClose = probes
        let pipeline = await half(ResiliencePolicy(breaker: breaker))
        let gate = Gate()
        let rejected = Gate()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<64 {
                group.addTask {
                    do throws(CallFailure<Never>) {
                        try await pipeline.call { () throws(Never) in await gate.pass() }
                    } catch {
                        #expect(error == .rejected(.circuitOpen(.inventory, retryAfter: .zero)))
                        await rejected.pass()
                    }
                }
            }
            // Everyone else is rejected while the probes still run.
            await rejected.waitForArrivals(64 - probes)
            await gate.waitForArrivals(probes)
            #expect(gate.arrivals == probes)
            rejected.open()
            gate.open()
        }
        #expect(pipeline.circuitState == .closed)
        #expect(gate.arrivals == probes)
    }

    @Test func `counts are not carried from half-open into closed`() async throws {
        var breaker = Self.breaker
        breaker.trip = .consecutive(2)
        breaker.probes = 3
        breaker.successesToClose = 1
        let pipeline = pipeline(ResiliencePolicy(breaker: breaker))
        for _ in 0..<2 { _ = try? await pipeline.call { () throws(Down) in throw Down() } }
        await clock.advance(by: .seconds(60))
        let gate = Gate()
        let late = Task {
            try await pipeline.call { () throws(Down) in
                await gate.pass()
                throw Down()
            }
        }
        await gate.waitForArrivals()
        #expect(try await pipeline.call { 1 } == 1)
        #expect(pipeline.circuitState == .closed)
        gate.open()
        await #expect(throws: CallFailure<Down>.failed(Down())) { try await late.value }
        // The late probe's failure must not be the first of two.
        _ = try? await pipeline.call { () throws(Down) in throw Down() }
        #expect(pipeline.circuitState == .closed)
    }

    @Test func `the injected clock is used everywhere`() async throws {
        // Only the manual clock moves. With a real one anywhere, this would hang or end too early.
        let pipeline = pipeline(
            ResiliencePolicy(
                breaker: Self.breaker,
                retry: RetryPolicy(baseDelay: .seconds(3600), maximumDelay: .seconds(3600), jitter: .none),
                attemptTimeout: .seconds(100_000), totalTimeout: .seconds(100_000)))
        pipeline.inject([.latency(.seconds(7200))])
        let call = Task { try await pipeline.call(idempotent: true) { 1 } }
        await clock.waitForSleepers(count: 2)
        await clock.advance(by: .seconds(7200))
        #expect(try await call.value == 1)
        pipeline.inject([])
        _ = try? await pipeline.call { () throws(Down) in throw Down() }
        let state = try #require(health.serviceStates[.inventory])
        let failed = try #require(state.lastFailure)
        #expect(failed.timeIntervalSince(try #require(state.lastSuccess)) == 0)
        await clock.advance(by: .seconds(60))
        #expect(try await pipeline.call { 2 } == 2)
        #expect(try #require(health.serviceStates[.inventory]?.lastSuccess).timeIntervalSince(failed) == 60)
    }

    @Test func `retries do not multiply across layers`() async {
        let retry = ResiliencePolicy(retry: RetryPolicy(baseDelay: .zero, budget: nil))
        let outer = pipeline(retry)
        let middle = pipeline(retry)
        let inner = pipeline(retry)
        let made = Tally()
        await #expect(throws: (any Error).self) {
            try await outer.call(idempotent: true) {
                try await middle.call(idempotent: true) {
                    try await inner.call(idempotent: true) { () throws(Down) in
                        made.enter()
                        throw Down()
                    }
                }
            }
        }
        #expect(made.total == 3)
    }

    @Test func `an outer layer still retries what no inner layer has retried`() async throws {
        let retry = ResiliencePolicy(retry: RetryPolicy(baseDelay: .zero, budget: nil))
        let outer = pipeline(retry)
        let inner = pipeline(retry)
        let made = Tally()
        let value = try await outer.call(idempotent: true) { () async throws -> Int in
            made.enter()
            // The inner call fails for good, but is answered; the failure after it is another one.
            let answer = try await inner.call("rates", idempotent: true) { () throws(Down) -> Int in
                throw Down()
            } fallback: { _ in
                -1
            }
            if made.total < 3 { throw Elsewhere() }
            return answer
        }
        #expect(value == -1)
        #expect(made.total == 3)
    }

    @Test func `an inner layer that does not retry leaves it to the outer one`() async {
        let outer = pipeline(ResiliencePolicy(retry: RetryPolicy(baseDelay: .zero, budget: nil)))
        let made = Tally()
        let inner = pipeline(
            ResiliencePolicy(retry: RetryPolicy(maxAttempts: 1, baseDelay: .zero, budget: nil)))
        await #expect(throws: (any Error).self) {
            try await outer.call(idempotent: true) {
                try await inner.call(idempotent: true) { () throws(Down) in
                    made.enter()
                    throw Down()
                }
            }
        }
        #expect(made.total == 3)
    }

    @Test(arguments: [false, true])
    func `permits and slots come back exactly once, however calls end`(isReal: Bool) async throws {
        let used: any Clock<Duration> = isReal ? ContinuousClock() : clock
        let policy = ResiliencePolicy(
            breaker: CircuitBreakerPolicy(trip: .consecutive(1_000_000), openFor: .seconds(1)),
            bulkhead: BulkheadPolicy(maxConcurrent: 4, maxQueued: 8), attemptTimeout: .seconds(60))
        let pipeline = ResiliencePipeline(
            service: .inventory, policy: policy, health: health, clock: used, seed: 1)
        let inside = Tally()
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<200 {
                group.addTask {
                    let call = Task {
                        try await pipeline.call { () throws(Down) in
                            inside.enter()
                            defer { inside.leave() }
                            for _ in 0..<index % 7 { await Task.yield() }
                            if index % 3 == 0 { throw Down() }
                        }
                    }
                    if index % 2 == 0 { call.cancel() }
                    _ = await call.result
                }
            }
        }
        #expect(inside.current == 0)
        #expect(inside.highest <= 4)
        let bulkheads = pipeline.core.stages.compactMap {
            if case .bulkhead(let bulkhead) = $0 { bulkhead } else { nil }
        }
        #expect(bulkheads.map(\.counts.running) == [0])
        #expect(bulkheads.map(\.counts.waiting) == [0])
    }

    @Test func `those who wait for a slot get it in the order they came`() async throws {
        let pipeline = pipeline(ResiliencePolicy(bulkhead: BulkheadPolicy(maxConcurrent: 1, maxQueued: 10)))
        let bulkhead = try #require(
            pipeline.core.stages.compactMap { if case .bulkhead(let bulkhead) = $0 { bulkhead } else { nil } }
                .first)
        let gate = Gate()
        let order = Log<Int>()
        let holder = Task { try await pipeline.call { await gate.pass() } }
        await gate.waitForArrivals()
        var waiters: [Task<Void, any Error>] = []
        for number in 1...10 {
            waiters.append(Task { try await pipeline.call { order.add(number) } })
            while bulkhead.counts.waiting < number { await Task.yield() }
        }
        await #expect(throws: CallFailure<Never>.rejected(.bulkheadFull(.inventory))) {
            try await pipeline.call { () throws(Never) in Issue.record("this must not run") }
        }
        waiters[4].cancel()
        await #expect(throws: (any Error).self) { try await waiters[4].value }
        gate.open()
        try await holder.value
        for (index, waiter) in waiters.enumerated() where index != 4 { try await waiter.value }
        #expect(order.elements == [1, 2, 3, 4, 6, 7, 8, 9, 10])
    }

    @Test func `memory does not grow with the number of calls`() async throws {
        let pipeline = pipeline(.server)
        for number in 0..<2_000 {
            _ = try? await pipeline.call { () throws(Down) in if number % 5 == 0 { throw Down() } }
        }
        #expect(health.serviceStates.count == 1)
        #expect(clock.sleeperCount == 0)
        #expect(health.subscriberCount == 0)
    }

    @Test func `a service that was reset leaves no state behind`() {
        for number in 0..<1_000 {
            let service = ServiceID(rawValue: "tenant \(number)")
            health.recordFailure(for: service, error: Down())
            health.reset(service)
        }
        #expect(health.serviceStates.isEmpty)
    }
}
#endif
