#if Health
/// Starts a second attempt of a slow call while the first is still running. Only calls marked `idempotent` are hedged.
///
/// ```swift
/// // Of a hundred searches, five take longer than 300 ms: these are made a second time, and the first answer counts.
/// let hedging = HedgingPolicy(after: .milliseconds(300))
/// ```
///
/// Choose `after` near the time that 95 % of the calls take, so that few calls are made twice.
public struct HedgingPolicy: Sendable, Equatable {
    /// How long an attempt may take before the next one is started beside it.
    public var after: Duration
    /// The maximum number of attempts, including the first.
    public var maxAttempts: Int

    /// Creates a policy. ``ResiliencePolicy/validate()`` rejects invalid values.
    ///
    /// - Parameters:
    ///   - after: How long an attempt may take before the next one is started beside it.
    ///   - maxAttempts: The maximum number of attempts, including the first.
    public init(after: Duration, maxAttempts: Int = 2) {
        self.after = after
        self.maxAttempts = maxAttempts
    }
}
#endif
