#if Health
/// Says how calls of a service are protected. What is nil is off.
///
/// ```swift
/// var policy = ResiliencePolicy.server
/// policy.bulkhead = BulkheadPolicy(maxConcurrent: 10, maxQueued: 50)
/// try policy.validate()
/// ```
public struct ResiliencePolicy: Sendable, Equatable {
    /// When calls are no longer made at all.
    public var breaker: CircuitBreakerPolicy?
    /// How idempotent calls are made again.
    public var retry: RetryPolicy?
    /// How many calls run at once.
    public var bulkhead: BulkheadPolicy?
    /// How long one attempt may take.
    public var attemptTimeout: Duration?
    /// How long a call may take with all its attempts, waits and delays.
    public var totalTimeout: Duration?
    /// How often calls are made.
    public var rateLimit: RateLimitPolicy?
    /// When an idempotent call is made a second time beside the first.
    public var hedging: HedgingPolicy?

    /// Makes a policy. ``validate()`` says what values are refused.
    ///
    /// - Parameters:
    ///   - breaker: When calls are no longer made at all.
    ///   - retry: How idempotent calls are made again.
    ///   - bulkhead: How many calls run at once.
    ///   - attemptTimeout: How long one attempt may take.
    ///   - totalTimeout: How long a call may take with all its attempts, waits and delays.
    ///   - rateLimit: How often calls are made.
    ///   - hedging: When an idempotent call is made a second time beside the first.
    public init(
        breaker: CircuitBreakerPolicy? = nil, retry: RetryPolicy? = nil, bulkhead: BulkheadPolicy? = nil,
        attemptTimeout: Duration? = nil, totalTimeout: Duration? = nil, rateLimit: RateLimitPolicy? = nil,
        hedging: HedgingPolicy? = nil
    ) {
        self.breaker = breaker
        self.retry = retry
        self.bulkhead = bulkhead
        self.attemptTimeout = attemptTimeout
        self.totalTimeout = totalTimeout
        self.rateLimit = rateLimit
        self.hedging = hedging
    }

    /// For an app that people use: the circuit opens with the third failure in a row and is probed once after
    /// five minutes; an attempt has 10 seconds and a call 30.
    ///
    /// These numbers are choices of this library, made for calls that a person starts. Take your own where you have measured.
    public static let app = ResiliencePolicy(
        breaker: CircuitBreakerPolicy(trip: .consecutive(3), openFor: .seconds(300)),
        retry: RetryPolicy(),
        attemptTimeout: .seconds(10),
        totalTimeout: .seconds(30))

    /// For a server: the circuit opens when half of the calls in ten seconds fail, or 80 % take longer than
    /// five seconds, and is probed after five seconds at first; 25 calls run at once.
    ///
    /// Half of the calls and 25 at once are the defaults of resilience4j, five seconds until the first probe are those of Polly
    /// and MicroProfile Fault Tolerance. The rest are choices of this library.
    public static let server = ResiliencePolicy(
        breaker: CircuitBreakerPolicy(
            trip: .rate(
                failure: 0.5, minimumCalls: 20, window: .seconds(10),
                slow: .init(rate: 0.8, longerThan: .seconds(5))),
            openFor: .seconds(5), maximumOpenFor: .seconds(300), jitter: 0.2, probes: 3, successesToClose: 3),
        retry: RetryPolicy(),
        bulkhead: BulkheadPolicy(maxConcurrent: 25),
        attemptTimeout: .seconds(10),
        totalTimeout: .seconds(30))

    /// Checks every value. A pipeline stops the program when it is given a policy that fails this check, so
    /// check a policy that comes from a file first.
    ///
    /// - Throws: ``InvalidPolicy`` with every problem.
    public func validate() throws(InvalidPolicy) {
        var problems: [String] = []
        // Both are stages of the same kind, so their problems have the names of the properties.
        for (name, limit) in [("attemptTimeout", attemptTimeout), ("totalTimeout", totalTimeout)] {
            if let limit, limit <= .zero { problems.append("\(name) must be above zero, but is \(limit).") }
        }
        problems += stages.filter { $0.kind != .timeout }.flatMap(\.problems)
        guard problems.isEmpty else { throw InvalidPolicy(problems: problems) }
    }

    /// The stages in the standard order.
    var stages: [ResilienceStage] {
        var stages: [ResilienceStage] = []
        if let totalTimeout { stages.append(.timeout(totalTimeout)) }
        if let retry { stages.append(.retry(retry)) }
        if let hedging { stages.append(.hedging(hedging)) }
        if let breaker { stages.append(.circuitBreaker(breaker)) }
        if let rateLimit { stages.append(.rateLimit(rateLimit)) }
        if let bulkhead { stages.append(.bulkhead(bulkhead)) }
        if let attemptTimeout { stages.append(.timeout(attemptTimeout)) }
        return stages
    }
}
#endif
