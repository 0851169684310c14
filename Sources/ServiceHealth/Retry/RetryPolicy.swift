#if Health
/// Says how often, and how soon, a failed call is made again. Only calls marked `idempotent` are.
public struct RetryPolicy: Sendable, Equatable {
    /// Says how a delay is varied, so that many callers do not come back at once.
    public enum Jitter: Sendable, Equatable {
        /// Not at all.
        case none
        /// Anything from zero up to the delay.
        case full
    }

    /// How often the call is made in all, the first time included.
    public var maxAttempts: Int
    /// The delay before the second attempt.
    public var baseDelay: Duration
    /// What each further delay is multiplied by.
    public var multiplier: Double
    /// The longest delay.
    public var maximumDelay: Duration
    /// How a delay is varied.
    public var jitter: Jitter
    /// The retries allowed in ten seconds, as a share of the calls in them; nil for no limit. Below ten calls
    /// there is no limit, and from there one retry is always allowed.
    public var budget: Double?

    /// Makes a policy. ``ResiliencePolicy/validate()`` says what values are refused.
    ///
    /// - Parameters:
    ///   - maxAttempts: How often the call is made in all, the first time included. Three by default, as in the standard
    ///     retry mode of the AWS SDKs.
    ///   - baseDelay: The delay before the second attempt.
    ///   - multiplier: What each further delay is multiplied by. Two by default, also as there.
    ///   - maximumDelay: The longest delay. 20 seconds by default, also as there.
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
