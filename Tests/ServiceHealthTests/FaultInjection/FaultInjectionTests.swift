#if Health
import ServiceHealth
import ServiceTesting
import Testing

@Suite struct FaultInjectionTests {
    let clock = ManualClock()
    let health: ServiceHealthManager

    init() {
        health = ServiceHealthManager(clock: clock)
    }

    func pipeline(_ policy: ResiliencePolicy, service: ServiceID = .inventory, seed: UInt64 = 1)
        -> ResiliencePipeline
    {
        ResiliencePipeline(service: service, policy: policy, health: health, clock: clock, seed: seed)
    }

    @Test(arguments: [ResiliencePolicy(), .app])
    func `an injected error is thrown in place of the call, and counts as its failure`(
        policy: ResiliencePolicy
    ) async throws {
        let pipeline = pipeline(policy)
        pipeline.inject([.error(Down(number: 5))])
        await #expect(throws: CallFailure<Down>.failed(Down(number: 5))) {
            try await pipeline.call { () throws(Down) in Issue.record("this must not run") }
        }
        #expect(health.serviceStates[.inventory]?.consecutiveFailures == 1)
        pipeline.inject([])
        #expect(try await pipeline.call { 1 } == 1)
    }

    @Test func `an injected error that the call cannot throw is skipped and logged`() async throws {
        TestLog.start()
        let pipeline = pipeline(ResiliencePolicy(), service: "skipped fault")
        pipeline.inject([.error(Elsewhere())])
        #expect(try await pipeline.call { () throws(Down) in 1 } == 1)
        #expect(
            TestLog.entries(for: "skipped fault").contains(
                "warning: injected error skipped: the call cannot throw it"))
    }

    /// An error that takes all faults away when it goes.
    private final class Parting: Error {
        let pipeline: ResiliencePipeline
        init(_ pipeline: ResiliencePipeline) { self.pipeline = pipeline }
        deinit { pipeline.inject([]) }
    }

    @Test func `an injected error may inject faults when it goes`() async throws {
        let pipeline = pipeline(ResiliencePolicy())
        pipeline.inject([.error(Parting(pipeline))])
        pipeline.inject([.error(Down(number: 7))])
        #expect(try await pipeline.call { () throws(Down) in 1 } == 1)
    }

    @Test func `an injected delay is slept on the pipeline's clock, within the attempt's time`() async throws {
        let pipeline = pipeline(ResiliencePolicy(attemptTimeout: .seconds(5)))
        pipeline.inject([.latency(.seconds(3))])
        let slow = Task { try await pipeline.call { () throws(Down) in 1 } }
        await clock.waitForSleepers(count: 2)
        await clock.advance(by: .seconds(3))
        #expect(try await slow.value == 1)
        pipeline.inject([.latency(.seconds(30))])
        let late = Task { try await pipeline.call { () throws(Down) in 1 } }
        await clock.waitForSleepers(count: 2)
        await clock.advance(by: .seconds(5))
        await #expect(throws: CallFailure<Down>.timedOut(.seconds(5))) { try await late.value }
    }

    @Test func `a call cancelled in an injected delay is cancelled`() async {
        let pipeline = pipeline(ResiliencePolicy())
        pipeline.inject([.latency(.seconds(3))])
        let call = Task { try await pipeline.call { () throws(Down) in Issue.record("this must not run") } }
        await clock.waitForSleepers()
        call.cancel()
        await #expect(throws: CallFailure<Down>.cancelled) { try await call.value }
        #expect(health.serviceStates.isEmpty)
    }

    @Test(arguments: [(0.0, 0...0), (0.25, 200...300), (1.0, 1000...1000), (7.0, 1000...1000), (-1.0, 0...0)])
    func `a rate is the share of calls that are hit, and a seed repeats which`(
        rate: Double, hits: ClosedRange<Int>
    ) async {
        func outcomes() async -> [Bool] {
            let pipeline = pipeline(ResiliencePolicy(), seed: 99)
            pipeline.inject([.error(Down(), rate: rate)])
            var outcomes: [Bool] = []
            for _ in 0..<1000 {
                do throws(CallFailure<Down>) {
                    try await pipeline.call { () throws(Down) in }
                    outcomes.append(false)
                } catch {
                    outcomes.append(true)
                }
            }
            return outcomes
        }
        let first = await outcomes()
        #expect(hits.contains(first.count { $0 }))
        #expect(await outcomes() == first)
    }

    @Test func `each attempt of a call is drawn anew`() async throws {
        let pipeline = pipeline(
            ResiliencePolicy(retry: RetryPolicy(maxAttempts: 50, baseDelay: .zero, budget: nil)))
        pipeline.inject([.error(Down(), rate: 0.5)])
        #expect(try await pipeline.call(idempotent: true) { () throws(Down) in 1 } == 1)
    }
}
#endif
