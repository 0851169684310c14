#if Health
import ServiceHealth
import ServiceTesting
import Testing

/// `recover:`: a fallback that may decline, and a result that says who answered.
@Suite struct RecoverTests {
    let clock = ManualClock()
    let health: ServiceHealthManager

    init() {
        health = ServiceHealthManager(policy: HealthPolicy(failureThreshold: 1), clock: clock)
    }

    func pipeline(
        _ policy: ResiliencePolicy = ResiliencePolicy(), kind: FallbackKind? = nil
    ) -> ResiliencePipeline {
        ResiliencePipeline(
            service: .inventory, policy: policy, health: health, clock: clock, seed: 1,
            classifier: .standard.adding { $0 is Elsewhere ? .refusal : nil }, fallbackKind: kind)
    }

    @Test func `a call that succeeds is served live, without a failure`() async throws {
        let served = try await pipeline().call { () throws(Down) in
            1
        } recover: { _ in
            2
        }
        #expect(served.value == 1)
        #expect(served.source == .live)
        #expect(served.failure == nil)
    }

    @Test func `a recovered call is served by the fallback, with the failure it answered for`() async throws {
        let served = try await pipeline().call { () throws(Down) in
            throw Down(number: 3)
        } recover: { _ in
            2
        }
        #expect(served.value == 2)
        #expect(served.source == .fallback)
        #expect(served.failure as? CallFailure<Down> == .failed(Down(number: 3)))
    }

    @Test func `rejections and timeouts are recovered too`() async throws {
        let pipeline = pipeline(ResiliencePolicy(attemptTimeout: .seconds(1)))
        let late = Task {
            try await pipeline.call { () throws(Down) -> Int in
                await ResiliencePipelineTests.waitForCancellation()
                return 1
            } recover: { _ in
                2
            }
        }
        await clock.waitForSleepers()
        await clock.advance(by: .seconds(1))
        #expect(try await late.value.failure as? CallFailure<Down> == .timedOut(.seconds(1)))
        pipeline.isolate()
        let rejected = try await pipeline.call { () throws(Down) in
            1
        } recover: { _ in
            2
        }
        #expect(rejected.failure as? CallFailure<Down> == .rejected(.isolated(.inventory)))
    }

    @Test func `a refusal reaches the caller as it is, and recover is not called`() async {
        await #expect(throws: Elsewhere()) {
            try await pipeline().call { () throws(Elsewhere) -> Int in
                throw Elsewhere()
            } recover: { _ in
                Issue.record("this must not run")
                return 2
            }
        }
        #expect(health.state(of: .inventory)?.isHealthy == true)
    }

    @Test func `what recover throws reaches the caller as it is`() async {
        await #expect(throws: Down(number: 2)) {
            try await pipeline().call { () throws(Down) -> Int in
                throw Down(number: 1)
            } recover: { _ in
                throw Down(number: 2)
            }
        }
    }

    @Test func `nobody recovers for a caller that was cancelled`() async {
        let pipeline = pipeline()
        let call = Task {
            try await pipeline.call { () throws(Down) -> Int in
                await ResiliencePipelineTests.waitForCancellation()
                throw Down()
            } recover: { _ in
                Issue.record("this must not run")
                return 2
            }
        }
        call.cancel()
        await #expect(throws: CancellationError.self) { _ = try await call.value }
    }

    @Test func `a recovery does not heal`() async throws {
        let pipeline = pipeline()
        for _ in 0..<2 {
            _ = try await pipeline.call { () throws(Down) in
                throw Down()
            } recover: { _ in
                2
            }
        }
        #expect(health.state(of: .inventory)?.isHealthy == false)
        #expect(health.state(of: .inventory)?.totalFailures == 2)
    }

    // MARK: The kind of the fallback

    @Test func `a degraded service whose calls a fallback of a declared kind answers warns`() async throws {
        let pipeline = pipeline(kind: .cached)
        let checks = HealthChecks(health: health, clock: clock)
        func fail() async throws {
            _ = try await pipeline.call { () throws(Down) in
                throw Down()
            } recover: { _ in
                2
            }
        }
        try await fail()
        let state = try #require(health.state(of: .inventory))
        #expect(state.source == .fallback)
        #expect(state.fallbackKind == .cached)
        let report = await checks.report(.readiness)
        #expect(report.status == .warn)
        #expect(report.entries.first?.fallbackKind == .cached)
        _ = try await pipeline.call { 1 }
        #expect(health.state(of: .inventory)?.source == .live)
        #expect(health.state(of: .inventory)?.fallbackKind == nil)
        // A later failure that no fallback answers is not mistaken for one.
        _ = try? await pipeline.call { () throws(Down) in throw Down() }
        #expect(await checks.report(.readiness).status == .fail)
        _ = try await pipeline.call { () throws(Down) in
            throw Down()
        } fallback: { _ in
            3
        }
        #expect(await checks.report(.readiness).status == .warn)
    }

    @Test func `a fallback whose kind nobody declared fails readiness, as does one that declines`() async throws {
        let checks = HealthChecks(health: health, clock: clock)
        _ = try await pipeline().call { () throws(Down) in
            throw Down()
        } recover: { _ in
            2
        }
        #expect(await checks.report(.readiness).status == .fail)
        _ = try? await pipeline(kind: .cached).call { () throws(Down) -> Int in
            throw Down()
        } recover: { failure in
            throw failure
        }
        #expect(await checks.report(.readiness).status == .fail)
    }

    @Test func `a healthy service is live, whatever a fallback answered`() async throws {
        let health = ServiceHealthManager(clock: clock)
        let pipeline = ResiliencePipeline(
            service: .inventory, policy: ResiliencePolicy(), health: health, fallbackKind: .readOnly)
        for expected in [HealthState.Source.live, .live, .fallback] {
            _ = try await pipeline.call { () throws(Down) in
                throw Down()
            } recover: { _ in
                2
            }
            #expect(health.state(of: .inventory)?.source == expected)
        }
    }

    @Test func `an answer of a fallback is published once`() async throws {
        var transitions = health.transitions.makeAsyncIterator()
        let pipeline = pipeline(kind: .substitute)
        for _ in 0..<5 {
            _ = try await pipeline.call { () throws(Down) in
                throw Down()
            } recover: { _ in
                2
            }
        }
        health.reset(.inventory)
        health.recordSuccess(for: .inventory)
        var sources: [HealthState.Source?] = []
        for _ in 0..<3 { sources.append(await transitions.next(isolation: nil)?.to.source) }
        #expect(sources == [.live, .fallback, .live])
    }
}
#endif
