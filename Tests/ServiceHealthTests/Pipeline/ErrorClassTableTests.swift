#if Health
import CoreMetrics
import MetricsTestKit
import ServiceHealth
import ServiceTesting
import Testing

/// What each class of errors does in each stage: one test for a column of the table at `ErrorClass`, one case for a cell.
@Suite struct ErrorClassTableTests {
    let clock = ManualClock()
    let health: ServiceHealthManager

    init() {
        health = ServiceHealthManager(policy: HealthPolicy(failureThreshold: 1), clock: clock)
    }

    /// An error of a given class.
    struct Classed: Error, Equatable {
        let errorClass: ErrorClass
    }

    static let classifier = ErrorClassifier.standard.adding { ($0 as? Classed)?.errorClass }
    static let failures: Set<ErrorClass> = [.failure, .permanent]

    func pipeline(_ policy: ResiliencePolicy) -> ResiliencePipeline {
        ResiliencePipeline(
            service: .inventory, policy: policy, health: health, clock: clock, seed: 1,
            classifier: Self.classifier)
    }

    @discardableResult
    func call(
        _ pipeline: ResiliencePipeline, throwing errorClass: ErrorClass?, idempotent: Bool = false
    ) async -> (made: Int, failure: CallFailure<Classed>?) {
        let made = Tally()
        do throws(CallFailure<Classed>) {
            try await pipeline.call("fetch", idempotent: idempotent) { () throws(Classed) in
                made.enter()
                if let errorClass { throw Classed(errorClass: errorClass) }
            }
            return (made.total, nil)
        } catch {
            return (made.total, error)
        }
    }

    /// Pipelines whose calls take the short way past the stages, and the long way through them.
    static let ways = [
        ResiliencePolicy(), ResiliencePolicy(attemptTimeout: .seconds(60)), .app, .server,
    ]

    @Test(arguments: ErrorClass.allCases, ways)
    func `the caller gets the error, whatever its class`(errorClass: ErrorClass, policy: ResiliencePolicy) async {
        let end = await call(pipeline(policy), throwing: errorClass)
        #expect(end.failure == .failed(Classed(errorClass: errorClass)))
    }

    // MARK: Health

    @Test(arguments: ErrorClass.allCases, ways)
    func `health counts failures`(errorClass: ErrorClass, policy: ResiliencePolicy) async {
        await call(pipeline(policy), throwing: errorClass)
        #expect(health.state(of: .inventory)?.totalFailures ?? 0 == (Self.failures.contains(errorClass) ? 1 : 0))
        #expect((health.state(of: .inventory) == nil) == (errorClass == .ignored))
    }

    @Test(arguments: ErrorClass.allCases, ways)
    func `a refusal heals a degraded service, as it has answered`(
        errorClass: ErrorClass, policy: ResiliencePolicy
    ) async {
        health.notifyDegradedMode(service: .inventory)
        await call(pipeline(policy), throwing: errorClass)
        #expect(health.state(of: .inventory)?.isHealthy == (errorClass == .refusal))
    }

    // MARK: Circuit breaker

    static let consecutive = ResiliencePolicy(
        breaker: CircuitBreakerPolicy(trip: .consecutive(2), openFor: .seconds(5)))

    @Test(arguments: ErrorClass.allCases)
    func `consecutive failures open the circuit`(errorClass: ErrorClass) async {
        let pipeline = pipeline(Self.consecutive)
        for _ in 0..<10 { await call(pipeline, throwing: errorClass) }
        #expect(pipeline.circuitState == (Self.failures.contains(errorClass) ? .open : .closed))
    }

    @Test(arguments: ErrorClass.allCases)
    func `a refusal breaks a row of failures, an ignored error does not`(errorClass: ErrorClass) async {
        let pipeline = pipeline(Self.consecutive)
        await call(pipeline, throwing: .failure)
        await call(pipeline, throwing: errorClass)
        let isOpen = pipeline.circuitState == .open
        #expect(isOpen == Self.failures.contains(errorClass))
        await call(pipeline, throwing: .failure)
        #expect((pipeline.circuitState == .open) == (errorClass != .refusal))
    }

    @Test(arguments: ErrorClass.allCases)
    func `a rate counts refusals as calls, and ignored errors not at all`(errorClass: ErrorClass) async {
        let pipeline = pipeline(
            ResiliencePolicy(
                breaker: CircuitBreakerPolicy(
                    trip: .rate(failure: 0.5, minimumCalls: 4, window: .seconds(10)), openFor: .seconds(5))))
        for _ in 0..<2 { await call(pipeline, throwing: .failure) }
        for _ in 0..<2 { await call(pipeline, throwing: errorClass) }
        // Two failures of four calls are half, also where the other two were answered; two of two are below the minimum.
        #expect(pipeline.circuitState == (errorClass == .ignored ? .closed : .open))
        if errorClass == .ignored {
            for _ in 0..<2 { await call(pipeline, throwing: nil) }
            #expect(pipeline.circuitState == .open)
        }
    }

    @Test(arguments: ErrorClass.allCases)
    func `a refused probe closes the circuit, an ignored one leaves its permit to the next`(
        errorClass: ErrorClass
    ) async {
        let pipeline = pipeline(Self.consecutive)
        for _ in 0..<2 { await call(pipeline, throwing: .failure) }
        await clock.advance(by: .seconds(5))
        await call(pipeline, throwing: errorClass)
        let expected: CircuitState =
            switch errorClass {
            case .failure, .permanent: .open
            case .refusal: .closed
            case .ignored: .halfOpen
            }
        #expect(pipeline.circuitState == expected)
        #expect(await call(pipeline, throwing: nil).made == (expected == .open ? 0 : 1))
    }

    // MARK: Retry

    @Test(arguments: ErrorClass.allCases)
    func `failures are retried, and nothing else`(errorClass: ErrorClass) async {
        let pipeline = pipeline(ResiliencePolicy(retry: RetryPolicy(baseDelay: .zero)))
        let end = await call(pipeline, throwing: errorClass, idempotent: true)
        #expect(end.made == (errorClass == .failure ? 3 : 1))
        #expect(end.failure == .failed(Classed(errorClass: errorClass)))
    }

    // MARK: Metrics and logs

    @Test(arguments: ErrorClass.allCases, [false, true])
    func `the outcome on metrics tells refusals and ignored errors apart`(
        errorClass: ErrorClass, hasTimeout: Bool
    ) async throws {
        let metrics = TestMetrics()
        let pipeline = withMetricsFactory(metrics) {
            self.pipeline(ResiliencePolicy(attemptTimeout: hasTimeout ? .seconds(1) : nil))
        }
        await call(pipeline, throwing: errorClass)
        let outcomes = try ["success", "failed", "refused", "ignored"].filter { outcome in
            try metrics.expectCounter(
                "service_health_calls_total",
                [("service", "inventory"), ("method", "fetch"), ("outcome", outcome)]
            ).totalValue == 1
        }
        let expected =
            switch errorClass {
            case .failure, .permanent: "failed"
            case .refusal: "refused"
            case .ignored: "ignored"
            }
        #expect(outcomes == [expected])
    }

    @Test(arguments: ErrorClass.allCases)
    func `classes other than failures are logged for debugging`(errorClass: ErrorClass) async {
        TestLog.start()
        let service = ServiceID(rawValue: "classified-\(UInt64.random(in: 0 ... .max))")
        let pipeline = ResiliencePipeline(
            service: service, policy: ResiliencePolicy(),
            health: ServiceHealthManager(policy: HealthPolicy(failureThreshold: 9), clock: clock), clock: clock,
            classifier: Self.classifier)
        await call(pipeline, throwing: errorClass)
        #expect(
            TestLog.entries(for: service.rawValue)
                == (errorClass == .failure ? [] : ["debug: error classified"]))
    }

    // MARK: Fallback

    @Test(arguments: ErrorClass.allCases)
    func `fallback: answers for every class`(errorClass: ErrorClass) async throws {
        let answer = try await pipeline(.app).call { () throws(Classed) -> Int in
            throw Classed(errorClass: errorClass)
        } fallback: { failure in
            #expect(failure == .failed(Classed(errorClass: errorClass)))
            return 7
        }
        #expect(answer == 7)
    }

    @Test(arguments: ErrorClass.allCases)
    func `recover: answers for all but refusals, which reach the caller as they are`(
        errorClass: ErrorClass
    ) async throws {
        let pipeline = pipeline(.app)
        do {
            let served = try await pipeline.call { () throws(Classed) -> Int in
                throw Classed(errorClass: errorClass)
            } recover: { failure in
                #expect(failure == .failed(Classed(errorClass: errorClass)))
                return 7
            }
            #expect(errorClass != .refusal)
            #expect(served.value == 7)
            #expect(served.source == .fallback)
        } catch let error as Classed {
            #expect(errorClass == .refusal)
            #expect(error.errorClass == .refusal)
        }
    }

    // MARK: The classifier itself

    @Test func `the classifier is asked once for each attempt that throws, and for nothing else`() async {
        let asked = Tally()
        let pipeline = ResiliencePipeline(
            service: .inventory,
            policy: ResiliencePolicy(
                breaker: CircuitBreakerPolicy(trip: .consecutive(9), openFor: .seconds(5)),
                retry: RetryPolicy(baseDelay: .zero), attemptTimeout: .seconds(9)),
            health: health, clock: clock,
            classifier: ErrorClassifier { _ in
                asked.enter()
                return .failure
            })
        await call(pipeline, throwing: .failure, idempotent: true)
        #expect(asked.total == 3)
        await call(pipeline, throwing: nil)
        pipeline.isolate()
        await call(pipeline, throwing: .failure)
        #expect(asked.total == 3)
        let direct = ResiliencePipeline(
            service: .inventory, policy: ResiliencePolicy(), health: health,
            classifier: ErrorClassifier { _ in
                asked.enter()
                return .failure
            })
        await call(direct, throwing: .failure)
        #expect(asked.total == 4)
    }

    @Test func `the standard ignores what describes itself as cancelled`() async {
        let pipeline = ResiliencePipeline(
            service: .inventory, policy: ResiliencePolicy(), health: health, clock: clock)
        await #expect(throws: (any Error).self) {
            try await pipeline.call { () throws(CallFailure<Down>) in throw .cancelled }
        }
        #expect(health.state(of: .inventory) == nil)
        await #expect(throws: (any Error).self) {
            try await pipeline.call { () throws(CallFailure<Down>) in throw .timedOut(.seconds(1)) }
        }
        #expect(health.state(of: .inventory)?.totalFailures == 1)
    }

    @Test func `what was added last is asked first, and nil leaves the answer to the others`() async {
        let classifier = ErrorClassifier { _ in .permanent }
            .adding { ($0 as? Down)?.number == 1 ? .refusal : nil }
            .adding { ($0 as? Down)?.number == 2 ? .ignored : nil }
        let pipeline = ResiliencePipeline(
            service: .inventory, policy: ResiliencePolicy(), health: health, clock: clock, classifier: classifier)
        var totals: [Int?] = []
        for number in 0..<3 {
            _ = try? await pipeline.call { () throws(Down) in throw Down(number: number) }
            totals.append(health.state(of: .inventory)?.totalFailures)
        }
        #expect(totals == [1, 1, 1])
        #expect(health.state(of: .inventory)?.isHealthy == true)
    }
}
#endif
