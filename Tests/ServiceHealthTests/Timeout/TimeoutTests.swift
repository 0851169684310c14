#if Health
import ServiceTesting
import Testing

@testable import ServiceHealth

@Suite struct TimeoutTests {
    let clock = ManualClock()
    let health: ServiceHealthManager

    init() {
        health = ServiceHealthManager(clock: clock)
    }

    func pipeline(_ policy: ResiliencePolicy, clock: (any Clock<Duration>)? = nil) -> ResiliencePipeline {
        ResiliencePipeline(
            service: .inventory, policy: policy, health: health, clock: clock ?? self.clock, seed: 1)
    }

    /// Work that ends when it is cancelled, and not before.
    static func hang() async throws(Down) -> Int {
        await ResiliencePipelineTests.waitForCancellation()
        throw Down()
    }

    @Test(arguments: [
        (ResiliencePolicy(attemptTimeout: .seconds(2)), 2), (ResiliencePolicy(totalTimeout: .seconds(3)), 3),
        (ResiliencePolicy(attemptTimeout: .seconds(2), totalTimeout: .seconds(3)), 2),
        (ResiliencePolicy(attemptTimeout: .seconds(5), totalTimeout: .seconds(3)), 3),
    ])
    func `the nearer deadline cancels the work, and is named`(policy: ResiliencePolicy, limit: Int) async {
        let pipeline = pipeline(policy)
        let call = Task { try await pipeline.call("hang", Self.hang) }
        await clock.waitForSleepers()
        await clock.advance(by: .seconds(limit))
        await #expect(throws: CallFailure<Down>.timedOut(.seconds(limit))) { try await call.value }
        #expect(health.serviceStates[.inventory]?.totalFailures == 1)
        #expect(clock.sleeperCount == 0)
    }

    @Test func `a deadline on the real clock cancels the work`() async {
        let pipeline = pipeline(ResiliencePolicy(attemptTimeout: .milliseconds(5)), clock: ContinuousClock())
        await #expect(throws: CallFailure<Down>.timedOut(.milliseconds(5))) {
            try await pipeline.call("hang", Self.hang)
        }
    }

    @Test func `a result that comes after the deadline is too late, even a good one`() async {
        let pipeline = pipeline(
            ResiliencePolicy(
                breaker: CircuitBreakerPolicy(trip: .consecutive(1), openFor: .seconds(60)),
                attemptTimeout: .seconds(2)))
        let call = Task {
            try await pipeline.call { () throws(Down) in
                await ResiliencePipelineTests.waitForCancellation()
                return 1
            }
        }
        await clock.waitForSleepers()
        await clock.advance(by: .seconds(2))
        await #expect(throws: CallFailure<Down>.timedOut(.seconds(2))) { try await call.value }
        #expect(pipeline.circuitState == .open)
    }

    @Test func `work that is done in time leaves no sleeper`() async throws {
        #expect(try await pipeline(.app).call { 1 } == 1)
        #expect(clock.sleeperCount == 0)
    }

    @Test(arguments: [true, false])
    func `a deadline taken out in time leaves nothing in the queue, and one that came is gone`(
        isReal: Bool
    ) async {
        let clock = MonotonicClock(isReal ? ContinuousClock() : self.clock)
        // Not the queue that other tests use at the same time.
        let queue = isReal ? DeadlineQueue(on: .continuous) : clock.deadlines
        let bulkhead = Bulkhead(policy: BulkheadPolicy(maxConcurrent: 1, maxQueued: 1))
        _ = bulkhead.enter()
        guard case .wait(let waiter) = bulkhead.enter() else {
            Issue.record("a slot was free")
            return
        }
        let far = queue.insert(clock.now.advanced(by: .seconds(3600)), bulkhead, waiter: 99)
        let near = queue.insert(clock.now.advanced(by: .milliseconds(2)), bulkhead, waiter: waiter)
        async let end = bulkhead.wait(as: waiter, until: nil, on: clock)
        if !isReal {
            await self.clock.waitForSleepers()
            await self.clock.advance(by: .milliseconds(2))
        }
        #expect(await end == .timedOut)
        #expect(!queue.remove(near))
        #expect(queue.count == 1)
        #expect(queue.remove(far))
        #expect(!queue.remove(far))
        #expect(queue.count == 0)
    }

    @Test func `a timeout waits for the work to end, and the work keeps its slot until then`() async throws {
        let pipeline = pipeline(
            ResiliencePolicy(bulkhead: BulkheadPolicy(maxConcurrent: 1), attemptTimeout: .seconds(2)))
        let gate = Gate()
        let returned = Tally()
        let call = Task {
            await #expect(throws: CallFailure<Down>.timedOut(.seconds(2))) {
                try await pipeline.call { () throws(Down) in await gate.pass() }
            }
            returned.enter()
        }
        await gate.waitForArrivals()
        await clock.waitForSleepers()
        await clock.advance(by: .seconds(2))
        await #expect(throws: CallFailure<Down>.rejected(.bulkheadFull(.inventory))) {
            try await pipeline.call { () throws(Down) in Issue.record("the slot is not free") }
        }
        #expect(returned.total == 0)
        gate.open()
        await call.value
        #expect(try await pipeline.call { 1 } == 1)
    }

    @Test(arguments: [true, false])
    func `a wait for a slot ends at the deadline, on either kind of clock`(isReal: Bool) async {
        let used: any Clock<Duration> = isReal ? ContinuousClock() : clock
        let limit = Duration.milliseconds(20)
        let pipeline = ResiliencePipeline(
            service: .inventory,
            outermostFirst: [.timeout(limit), .bulkhead(BulkheadPolicy(maxConcurrent: 1, maxQueued: 1))],
            health: health, clock: used)
        let gate = Gate()
        let holder = Task { try await pipeline.call { () throws(Down) in await gate.pass() } }
        await gate.waitForArrivals()
        let waiter = Task {
            try await pipeline.call { () throws(Down) in Issue.record("this must not run") }
        }
        if !isReal {
            while pipeline.core.clock.deadlines.count < 2 { await Task.yield() }
            await clock.waitForSleepers()
            await clock.advance(by: limit)
        }
        await #expect(throws: CallFailure<Down>.timedOut(limit)) { try await waiter.value }
        gate.open()
        await #expect(throws: CallFailure<Down>.timedOut(limit)) { try await holder.value }
    }

    @Test func `the deadlines of many calls share one sleeper, and come in their order`() async throws {
        let pipeline = pipeline(ResiliencePolicy())
        let queue = pipeline.core.clock.deadlines
        let order = Log<UInt64>()
        let limits: [UInt64] = [5, 1, 4, 2, 3]
        let tickets = limits.map { limit in
            queue.insert(MonotonicInstant(nanoseconds: Int64(limit)), order, waiter: limit)
        }
        for limit in 1...3 {
            // A sleeper for what comes next, and no other.
            await clock.waitForSleepers()
            while order.elements.count < limit - 1 { await Task.yield() }
            #expect(clock.sleeperCount == 1)
            await clock.advance(by: .nanoseconds(1))
            while order.elements.count < limit { await Task.yield() }
        }
        #expect(order.elements == [1, 2, 3])
        #expect(queue.count == 2)
        #expect(queue.remove(tickets[0]))
        #expect(queue.remove(tickets[2]))
        #expect(clock.sleeperCount == 0)
    }

    @Test func `a pipeline that goes takes its sleeper with it`() async throws {
        var queue: DeadlineQueue? = DeadlineQueue(on: OpenedClock(clock))
        _ = queue?.insert(MonotonicInstant(nanoseconds: 1), Log<UInt64>())
        await clock.waitForSleepers()
        queue = nil
        while clock.sleeperCount > 0 { await Task.yield() }
    }

    @Test func `many deadlines on the real clock come in any order, and none is lost`() async {
        let fired = Tally()
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<200 {
                let pipeline = pipeline(
                    ResiliencePolicy(attemptTimeout: .milliseconds(1 + (index * 37) % 20)),
                    clock: ContinuousClock())
                group.addTask {
                    do throws(CallFailure<Down>) { _ = try await pipeline.call("hang", Self.hang) } catch {
                        if case .timedOut = error { fired.enter() }
                    }
                }
            }
        }
        #expect(fired.total == 200)
    }

    @Test func `work may be cancelled and end at the same time`() async {
        // The work ends by itself just as its deadline comes: a task must not be cancelled once it is gone.
        let pipeline = pipeline(ResiliencePolicy(attemptTimeout: .microseconds(50)), clock: ContinuousClock())
        let clock = ContinuousClock()
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<8 {
                group.addTask {
                    for round in 0..<200 {
                        let end = clock.now.advanced(by: .microseconds((index + round) % 100))
                        _ = try? await pipeline.call { () throws(Down) in
                            while clock.now < end { await Task.yield() }
                        }
                    }
                }
            }
        }
    }

    @Test func `task-local values reach the work`() async throws {
        enum Local { @TaskLocal static var value = 0 }
        for used in [clock, ContinuousClock()] as [any Clock<Duration>] {
            let pipeline = pipeline(.server, clock: used)
            let value = try await Local.$value.withValue(7) { try await pipeline.call { Local.value } }
            #expect(value == 7)
        }
    }
}
#endif
