#if Health
/// One protection of a call, for a pipeline with an order of its own.
///
/// ```swift
/// // One failed call with all its attempts counts as one failure.
/// let pipeline = ResiliencePipeline(
///     service: .rates,
///     outermostFirst: [
///         .circuitBreaker(CircuitBreakerPolicy(trip: .consecutive(3), openFor: .seconds(60))),
///         .retry(RetryPolicy()),
///         .timeout(.seconds(2)),
///     ])
/// ```
public enum ResilienceStage: Sendable, Equatable {
    /// Limits the time of all inner stages together.
    case timeout(Duration)
    /// Repeats the inner stages after a failure.
    case retry(RetryPolicy)
    /// Starts the inner stages a second time if the first attempt takes long.
    case hedging(HedgingPolicy)
    /// Stops making calls that fail.
    case circuitBreaker(CircuitBreakerPolicy)
    /// Limits how often the inner stages are entered.
    case rateLimit(RateLimitPolicy)
    /// Limits how many calls are in the inner stages at once.
    case bulkhead(BulkheadPolicy)

    /// Checks the stages of a pipeline.
    ///
    /// - Parameter stages: The stages, outermost first.
    /// - Throws: ``InvalidPolicy`` with every problem: invalid values, and a second stage of any kind but timeouts.
    public static func validate(_ stages: [ResilienceStage]) throws(InvalidPolicy) {
        var problems = stages.flatMap(\.problems)
        for kind in StageKind.allCases where kind != .timeout && stages.count(where: { $0.kind == kind }) > 1 {
            problems.append("\(kind) may be given only once.")
        }
        guard problems.isEmpty else { throw InvalidPolicy(problems: problems) }
    }

    var kind: StageKind {
        switch self {
        case .timeout: .timeout
        case .retry: .retry
        case .hedging: .hedging
        case .circuitBreaker: .circuitBreaker
        case .rateLimit: .rateLimit
        case .bulkhead: .bulkhead
        }
    }

    /// What is wrong with the stage, one sentence for each value.
    var problems: [String] {
        var problems: [String] = []
        func require(_ isValid: Bool, _ name: String, _ rule: String, _ value: Any) {
            if !isValid { problems.append("\(kind): \(name) must be \(rule), but is \(value).") }
        }
        switch self {
        case .timeout(let limit):
            require(limit > .zero, "the limit", "above zero", limit)
        case .retry(let policy):
            require(policy.maxAttempts >= 1, "maxAttempts", "at least 1", policy.maxAttempts)
            require(policy.baseDelay >= .zero, "baseDelay", "zero or more", policy.baseDelay)
            require(
                policy.multiplier >= 1 && policy.multiplier.isFinite, "multiplier", "1 or more",
                policy.multiplier)
            require(
                policy.maximumDelay >= policy.baseDelay, "maximumDelay", "at least baseDelay",
                policy.maximumDelay)
            if let budget = policy.budget {
                require(budget > 0 && budget <= 1, "budget", "above 0 up to 1", budget)
            }
        case .circuitBreaker(let policy):
            require(policy.openFor > .zero, "openFor", "above zero", policy.openFor)
            if let maximum = policy.maximumOpenFor {
                require(maximum >= policy.openFor, "maximumOpenFor", "at least openFor", maximum)
            }
            require(
                policy.jitter >= 0 && policy.jitter < 1, "jitter", "from 0 up to, but not, 1", policy.jitter)
            require(policy.probes >= 1, "probes", "at least 1", policy.probes)
            require(policy.successesToClose >= 1, "successesToClose", "at least 1", policy.successesToClose)
            switch policy.trip {
            case .consecutive(let failures):
                require(failures >= 1, "trip.consecutive", "at least 1", failures)
            case .rate(let failure, let minimumCalls, let window, let slow):
                require(failure > 0 && failure <= 1, "trip.failure", "above 0 up to 1", failure)
                require(minimumCalls >= 1, "trip.minimumCalls", "at least 1", minimumCalls)
                require(window >= .milliseconds(1), "trip.window", "at least a millisecond", window)
                if let slow {
                    require(slow.rate > 0 && slow.rate <= 1, "trip.slow.rate", "above 0 up to 1", slow.rate)
                    require(slow.longerThan > .zero, "trip.slow.longerThan", "above zero", slow.longerThan)
                }
            }
        case .hedging(let policy):
            require(policy.after >= .zero, "after", "zero or more", policy.after)
            require(policy.maxAttempts >= 1, "maxAttempts", "at least 1", policy.maxAttempts)
        case .rateLimit(let policy):
            require(policy.permits >= 1, "permits", "at least 1", policy.permits)
            require(policy.per >= .nanoseconds(1), "per", "at least a nanosecond", policy.per)
            require(policy.burst >= 1, "burst", "at least 1", policy.burst)
            require(policy.maxWait >= .zero, "maxWait", "zero or more", policy.maxWait)
        case .bulkhead(let policy):
            require(policy.maxConcurrent >= 1, "maxConcurrent", "at least 1", policy.maxConcurrent)
            require(policy.maxQueued >= 0, "maxQueued", "zero or more", policy.maxQueued)
        }
        return problems
    }
}
#endif
