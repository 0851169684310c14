#if Health
import ServiceHealth
import ServiceTesting
import Testing

@Suite struct TestingFailureSnippets {
    // snippet: testing-failure-1
    @Test func `the service is tried again after five minutes`() async throws {
        let clock = ManualClock()
        let health = ServiceHealthManager(clock: clock)
        let pipeline = ResiliencePipeline(service: .rates, policy: .app, health: health, clock: clock)
        for _ in 0..<3 {
            _ = try? await pipeline.call { throw Down() }
        }
        #expect(pipeline.circuitState == .open)
        #expect(health.isDegradedMode)

        await clock.advance(by: .seconds(300))
        #expect(try await pipeline.call { "rates" } == "rates")
        #expect(pipeline.circuitState == .closed)
        #expect(!health.isDegradedMode)
    }
    // snippet end

    // snippet: testing-failure-2
    @Test func `a call that hangs is told so`() async throws {
        let clock = ManualClock()
        let pipeline = ResiliencePipeline(
            service: .rates, policy: ResiliencePolicy(attemptTimeout: .seconds(10)),
            health: ServiceHealthManager(clock: clock), clock: clock)
        let call = Task {
            try await pipeline.call { () throws(Down) in
                do { try await clock.sleep(for: .seconds(3600)) } catch { throw Down() }
            }
        }
        await clock.waitForSleepers(count: 2)
        await clock.advance(by: .seconds(10))
        await #expect(throws: CallFailure<Down>.timedOut(.seconds(10))) { try await call.value }
    }
    // snippet end

    // snippet: testing-failure-3
    func makeRestless(_ pipeline: ResiliencePipeline) {
        pipeline.inject([.latency(.seconds(2), rate: 0.1), .error(Down(), rate: 0.05)])
    }
    // snippet end
}
#endif
