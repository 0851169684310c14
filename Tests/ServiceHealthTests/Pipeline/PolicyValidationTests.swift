#if Health
import ServiceHealth
import Testing

@Suite struct PolicyValidationTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let policy: ResiliencePolicy
        let problem: String
        var testDescription: String { problem }
    }

    static func breaker(
        trip: CircuitBreakerPolicy.Trip = .consecutive(3), openFor: Duration = .seconds(1),
        maximum: Duration? = nil,
        jitter: Double = 0, probes: Int = 1, successes: Int = 1
    ) -> ResiliencePolicy {
        ResiliencePolicy(
            breaker: CircuitBreakerPolicy(
                trip: trip, openFor: openFor, maximumOpenFor: maximum, jitter: jitter, probes: probes,
                successesToClose: successes))
    }

    static func rate(
        _ failure: Double = 0.5, calls: Int = 1, window: Duration = .seconds(1),
        slow: CircuitBreakerPolicy.SlowCalls? = nil
    ) -> ResiliencePolicy {
        breaker(trip: .rate(failure: failure, minimumCalls: calls, window: window, slow: slow))
    }

    static func limit(
        _ permits: Int = 1, per: Duration = .seconds(1), burst: Int? = nil, maxWait: Duration = .zero
    ) -> ResiliencePolicy {
        ResiliencePolicy(
            rateLimit: RateLimitPolicy(permits: permits, per: per, burst: burst, maxWait: maxWait))
    }

    static let rows = [
        Row(policy: limit(0, burst: 1), problem: "rateLimit: permits must be at least 1, but is 0."),
        Row(policy: limit(per: .zero), problem: "rateLimit: per must be at least a nanosecond, but is 0.0 seconds."),
        Row(
            policy: limit(per: Duration(secondsComponent: 0, attosecondsComponent: 999_999_999)),
            problem: "rateLimit: per must be at least a nanosecond, but is 9.99999999e-10 seconds."),
        Row(policy: limit(burst: 0), problem: "rateLimit: burst must be at least 1, but is 0."),
        Row(
            policy: limit(maxWait: .seconds(-1)),
            problem: "rateLimit: maxWait must be zero or more, but is -1.0 seconds."),
        Row(
            policy: ResiliencePolicy(hedging: HedgingPolicy(after: .seconds(-1))),
            problem: "hedging: after must be zero or more, but is -1.0 seconds."),
        Row(
            policy: ResiliencePolicy(hedging: HedgingPolicy(after: .zero, maxAttempts: 0)),
            problem: "hedging: maxAttempts must be at least 1, but is 0."),
        Row(
            policy: breaker(trip: .consecutive(0)),
            problem: "circuitBreaker: trip.consecutive must be at least 1, but is 0."),
        Row(
            policy: breaker(openFor: .zero),
            problem: "circuitBreaker: openFor must be above zero, but is 0.0 seconds."),
        Row(
            policy: breaker(openFor: .seconds(2), maximum: .seconds(1)),
            problem: "circuitBreaker: maximumOpenFor must be at least openFor, but is 1.0 seconds."),
        Row(
            policy: breaker(jitter: 1),
            problem: "circuitBreaker: jitter must be from 0 up to, but not, 1, but is 1.0."),
        Row(
            policy: breaker(jitter: .nan),
            problem: "circuitBreaker: jitter must be from 0 up to, but not, 1, but is nan."),
        Row(policy: breaker(probes: 0), problem: "circuitBreaker: probes must be at least 1, but is 0."),
        Row(
            policy: breaker(successes: 0),
            problem: "circuitBreaker: successesToClose must be at least 1, but is 0."),
        Row(policy: rate(0), problem: "circuitBreaker: trip.failure must be above 0 up to 1, but is 0.0."),
        Row(policy: rate(1.1), problem: "circuitBreaker: trip.failure must be above 0 up to 1, but is 1.1."),
        Row(
            policy: rate(calls: 0), problem: "circuitBreaker: trip.minimumCalls must be at least 1, but is 0."
        ),
        Row(
            policy: rate(window: .zero),
            problem: "circuitBreaker: trip.window must be at least a millisecond, but is 0.0 seconds."),
        Row(
            policy: rate(slow: .init(rate: 2, longerThan: .seconds(1))),
            problem: "circuitBreaker: trip.slow.rate must be above 0 up to 1, but is 2.0."),
        Row(
            policy: rate(slow: .init(rate: 1, longerThan: .seconds(-1))),
            problem: "circuitBreaker: trip.slow.longerThan must be above zero, but is -1.0 seconds."),
        Row(
            policy: ResiliencePolicy(retry: RetryPolicy(maxAttempts: 0)),
            problem: "retry: maxAttempts must be at least 1, but is 0."),
        Row(
            policy: ResiliencePolicy(retry: RetryPolicy(baseDelay: .seconds(-1))),
            problem: "retry: baseDelay must be zero or more, but is -1.0 seconds."),
        Row(
            policy: ResiliencePolicy(retry: RetryPolicy(multiplier: 0.5)),
            problem: "retry: multiplier must be 1 or more, but is 0.5."),
        Row(
            policy: ResiliencePolicy(retry: RetryPolicy(multiplier: .infinity)),
            problem: "retry: multiplier must be 1 or more, but is inf."),
        Row(
            policy: ResiliencePolicy(retry: RetryPolicy(baseDelay: .seconds(2), maximumDelay: .seconds(1))),
            problem: "retry: maximumDelay must be at least baseDelay, but is 1.0 seconds."),
        Row(
            policy: ResiliencePolicy(retry: RetryPolicy(budget: 0)),
            problem: "retry: budget must be above 0 up to 1, but is 0.0."),
        Row(
            policy: ResiliencePolicy(bulkhead: BulkheadPolicy(maxConcurrent: 0)),
            problem: "bulkhead: maxConcurrent must be at least 1, but is 0."),
        Row(
            policy: ResiliencePolicy(bulkhead: BulkheadPolicy(maxConcurrent: 1, maxQueued: -1)),
            problem: "bulkhead: maxQueued must be zero or more, but is -1."),
        Row(
            policy: ResiliencePolicy(attemptTimeout: .zero),
            problem: "attemptTimeout must be above zero, but is 0.0 seconds."),
        Row(
            policy: ResiliencePolicy(totalTimeout: .seconds(-5)),
            problem: "totalTimeout must be above zero, but is -5.0 seconds."),
    ]

    @Test(arguments: rows) func `a value that makes no sense is refused by name`(row: Row) {
        #expect(throws: InvalidPolicy(problems: [row.problem])) { try row.policy.validate() }
    }

    @Test(arguments: [ResiliencePolicy(), .app, .server])
    func `the standard policies are valid`(policy: ResiliencePolicy) throws {
        try policy.validate()
    }

    @Test func `every problem is named at once`() {
        let policy = ResiliencePolicy(
            retry: RetryPolicy(maxAttempts: 0), bulkhead: BulkheadPolicy(maxConcurrent: 0),
            attemptTimeout: .zero)
        let error = #expect(throws: InvalidPolicy.self) { try policy.validate() }
        #expect(error?.problems.count == 3)
        #expect("\(error as Any)".contains("- bulkhead: maxConcurrent must be at least 1, but is 0."))
    }

    @Test func `a stage that may be given only once is refused the second time`() {
        let stages: [ResilienceStage] = [
            .retry(RetryPolicy()), .timeout(.seconds(1)), .retry(RetryPolicy()), .timeout(.seconds(2)),
        ]
        #expect(throws: InvalidPolicy(problems: ["retry may be given only once."])) {
            try ResilienceStage.validate(stages)
        }
    }

    #if os(macOS) || os(Linux) || os(Windows)  // the systems that have exit tests
    @Test func `a pipeline with a policy that is not valid stops with the problem and the service`()
        async throws
    {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = ResiliencePipeline(
                    service: "inventory", policy: ResiliencePolicy(bulkhead: BulkheadPolicy(maxConcurrent: 0))
                )
            })
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(text.contains("ResiliencePipeline for 'inventory'"))
        #expect(text.contains("bulkhead: maxConcurrent must be at least 1, but is 0."))
    }
    #endif

    @Test func `the standard policies are the documented ones`() {
        #expect(
            ResiliencePolicy.app.breaker
                == CircuitBreakerPolicy(trip: .consecutive(3), openFor: .seconds(300)))
        #expect(ResiliencePolicy.app.bulkhead == nil)
        #expect(ResiliencePolicy.server.bulkhead == BulkheadPolicy(maxConcurrent: 25, maxQueued: 0))
        for policy in [ResiliencePolicy.app, .server] {
            #expect(policy.attemptTimeout == .seconds(10))
            #expect(policy.totalTimeout == .seconds(30))
            #expect(
                policy.retry
                    == RetryPolicy(
                        maxAttempts: 3, baseDelay: .milliseconds(100), multiplier: 2,
                        maximumDelay: .seconds(20),
                        jitter: .full, budget: 0.1))
        }
    }
}
#endif
