#if Health
/// How often, and how soon, a failed call is retried. Only calls marked `idempotent` are.
public struct RetryPolicy: Sendable, Equatable {
    /// How a delay is varied, so that many callers do not come back at the same moment.
    public enum Jitter: Sendable, Equatable {
        /// No variation.
        case none
        /// A random delay from zero up to the full one.
        case full
    }

    /// The maximum number of attempts, including the first.
    public var maxAttempts: Int
    /// The delay before the second attempt, which `jitter` varies.
    public var baseDelay: Duration
    /// The factor by which each further delay grows.
    public var multiplier: Double
    /// The longest delay. A failure that says when to try again may ask for a longer one.
    public var maximumDelay: Duration
    /// How a delay is varied.
    public var jitter: Jitter
    /// The retries allowed in ten seconds, as a share of the calls in them; nil for no limit. Below ten calls
    /// there is no limit, and from there one retry is always allowed.
    public var budget: Double?

    /// Creates a policy. ``ResiliencePolicy/validate()`` rejects invalid values.
    ///
    /// - Parameters:
    ///   - maxAttempts: The maximum number of attempts, including the first. Three by default, as in the standard retry
    ///     mode of the AWS SDKs.
    ///   - baseDelay: The delay before the second attempt.
    ///   - multiplier: The factor by which each further delay grows. Two by default, also as in the AWS SDKs.
    ///   - maximumDelay: The longest delay. 20 seconds by default, also as in the AWS SDKs.
    ///   - jitter: How a delay is varied. In the comparison of the AWS Architecture Blog, "Exponential Backoff And Jitter",
    ///     full jitter needed the fewest calls.
    ///   - budget: The retries allowed in ten seconds, as a share of the calls in them. A tenth by default, as in "Site
    ///     Reliability Engineering" (O'Reilly, 2016), chapter 21.
    public init(
        maxAttempts: Int = 3, baseDelay: Duration = .milliseconds(100), multiplier: Double = 2,
        maximumDelay: Duration = .seconds(20), jitter: Jitter = .full, budget: Double? = 0.1
    ) {
        self.maxAttempts = maxAttempts
        self.baseDelay = baseDelay
        self.multiplier = multiplier
        self.maximumDelay = maximumDelay
        self.jitter = jitter
        self.budget = budget
    }
}
#endif
