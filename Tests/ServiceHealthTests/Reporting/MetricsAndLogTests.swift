#if Health
import CoreMetrics
import MetricsTestKit
import ServiceHealth
import ServiceTesting
import Testing

@Suite struct MetricsAndLogTests {
    let clock = ManualClock()
    let metrics = TestMetrics()
    /// The log is the process's: another run of the same test must not count.
    let logged = "logged-\(UInt64.random(in: 0 ... .max))"

    func pipeline(
        _ policy: ResiliencePolicy, service: ServiceID = "rates", health: ServiceHealthManager? = nil
    ) -> ResiliencePipeline {
        withMetricsFactory(metrics) {
            ResiliencePipeline(
                service: service, policy: policy, health: health ?? ServiceHealthManager(clock: clock), clock: clock,
                seed: 1)
        }
    }

    func calls(_ outcome: String, method: String = "fetch") throws -> Int64 {
        try metrics.expectCounter(
            "service_health_calls_total", [("service", "rates"), ("method", method), ("outcome", outcome)]
        ).totalValue
    }

    @Test func `calls are counted by what they came to, and timed`() async throws {
        let pipeline = pipeline(
            ResiliencePolicy(breaker: CircuitBreakerPolicy(trip: .consecutive(2), openFor: .seconds(60))))
        _ = try await pipeline.call("fetch") { 1 }
        for _ in 0..<2 { _ = try? await pipeline.call("fetch") { () throws(Down) in throw Down() } }
        for _ in 0..<3 { _ = try? await pipeline.call("fetch") { 1 } }
        #expect(try calls("success") == 1)
        #expect(try calls("failed") == 2)
        #expect(try calls("rejected") == 3)
        #expect(try calls("timed_out") == 0)
        #expect(try calls("cancelled") == 0)
        let timer = try metrics.expectTimer(
            "service_health_call_duration_seconds", [("service", "rates"), ("method", "fetch")])
        #expect(timer.values.count == 6)
    }

    @Test func `retries and fallbacks are counted`() async throws {
        let pipeline = pipeline(ResiliencePolicy(retry: RetryPolicy(baseDelay: .zero)))
        _ = try await pipeline.call("fetch", idempotent: true) { () throws(Down) in
            throw Down()
        } fallback: { _ in
        }
        let labels = [("service", "rates"), ("method", "fetch")]
        #expect(try metrics.expectCounter("service_health_retries_total", labels).totalValue == 2)
        #expect(try metrics.expectCounter("service_health_fallbacks_total", labels).totalValue == 1)
    }

    @Test func `an answer of a fallback counts when it has been given`() async throws {
        let health = ServiceHealthManager(policy: HealthPolicy(failureThreshold: 1), clock: clock)
        let pipeline = ResiliencePipeline(
            service: "rates", policy: ResiliencePolicy(), health: health, clock: clock, seed: 1, fallbackKind: .cached)
        let sources = Log<HealthState.Source?>()
        @Sendable func check() { sources.add(health.state(of: "rates")?.source) }
        @Sendable func fail() throws(Down) -> Int { throw Down() }
        @Sendable func answer() -> Int {
            check()
            return 1
        }
        let calls: [@Sendable () async throws -> Void] = [
            { _ = try await pipeline.call("fetch", fail, fallback: { _ in answer() }) },
            { _ = try await pipeline.call("fetch", fail, recover: { _ in answer() }) },
            { _ = try await ResilientCalls(pipeline).call("fetch", idempotent: false, fail, fallback: answer) },
        ]
        for call in calls {
            health.reset("rates")
            try await call()
            check()
        }
        #expect(sources.elements == [.live, .fallback, .live, .fallback, .live, .fallback])
    }

    @Test func `the circuit's state is a gauge`() async throws {
        let pipeline = pipeline(
            ResiliencePolicy(breaker: CircuitBreakerPolicy(trip: .consecutive(1), openFor: .seconds(60))))
        let gauge = try metrics.expectGauge("service_health_circuit_state", [("service", "rates")])
        _ = try? await pipeline.call("fetch") { () throws(Down) in throw Down() }
        await clock.advance(by: .seconds(60))
        _ = try await pipeline.call("fetch") { 1 }
        #expect(gauge.values == [0, 2, 1, 0])
    }

    @Test func `the gauge shows the worst circuit of a service`() async throws {
        let policy = ResiliencePolicy(breaker: CircuitBreakerPolicy(trip: .consecutive(1), openFor: .seconds(60)))
        let health = ServiceHealthManager(clock: clock)
        let (reads, writes) = (pipeline(policy, health: health), pipeline(policy, health: health))
        let gauge = try metrics.expectGauge("service_health_circuit_state", [("service", "rates")])
        for pipeline in [reads, writes] { _ = try? await pipeline.call("fetch") { () throws(Down) in throw Down() } }
        reads.close()
        #expect(gauge.lastValue == 2)
        _ = pipeline(policy, health: health)
        #expect(gauge.lastValue == 2)
        writes.close()
        #expect(gauge.lastValue == 0)
    }

    @Test func `metrics are made once, and only for what was called`() async throws {
        let pipeline = pipeline(.app)
        for _ in 0..<50 { _ = try await pipeline.call("fetch") { 1 } }
        _ = try await pipeline.call("store") { 1 }
        // Seven outcomes for each of two methods, two more counters for each.
        #expect(metrics.counters.count == 18)
        #expect(metrics.timers.count == 2)
        #expect(try calls("success", method: "store") == 1)
    }

    @Test func `a check's status is a gauge`() async throws {
        let checks = withMetricsFactory(metrics) {
            let checks = HealthChecks(health: ServiceHealthManager(), clock: clock)
            checks.register("database", cacheFor: .zero) { HealthCheckResult(.warn) }
            return checks
        }
        _ = await checks.report(.readiness)
        let gauge = try metrics.expectGauge("service_health_check_status", [("check", "database")])
        #expect(gauge.values == [0.5])
    }

    @Test func `a circuit that opens is a warning, one that closes a notice, a retry is for debugging`()
        async throws
    {
        TestLog.start()
        let pipeline = pipeline(
            ResiliencePolicy(
                breaker: CircuitBreakerPolicy(trip: .consecutive(1), openFor: .seconds(60)),
                retry: RetryPolicy(baseDelay: .zero)), service: ServiceID(rawValue: logged))
        _ = try? await pipeline.call("fetch", idempotent: true) { () throws(Down) in throw Down() }
        await clock.advance(by: .seconds(60))
        _ = try await pipeline.call("fetch") { 1 }
        #expect(
            TestLog.entries(for: logged) == [
                "warning: circuit opened", "debug: retry", "info: circuit half-open",
                "notice: circuit closed",
            ])
    }

    @Test func `a service that degrades is a warning, one that recovers a notice`() {
        TestLog.start()
        let health = ServiceHealthManager(clock: clock)
        for _ in 0..<5 { health.recordFailure(for: ServiceID(rawValue: logged), error: Down()) }
        health.recordSuccess(for: ServiceID(rawValue: logged))
        #expect(
            TestLog.entries(for: logged) == ["warning: service degraded", "notice: service recovered"])
    }
}
#endif
