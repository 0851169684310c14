#if Health
/// Limits how often a service is called: a bucket of permits that fills up at a steady rate.
///
/// ```swift
/// // 100 calls a minute, and up to 20 more at once after a pause.
/// let limit = RateLimitPolicy(permits: 100, per: .seconds(60), burst: 20, maxWait: .seconds(2))
/// ```
///
/// A call takes one permit. In any period, at most `burst` calls are made, plus one for each permit that is added in
/// it.
public struct RateLimitPolicy: Sendable, Equatable {
    /// The number of permits added in each ``per``, one at a time.
    public var permits: Int
    /// The time in which ``permits`` are added, at least a nanosecond.
    public var per: Duration
    /// The number of permits that the bucket holds: how many calls can be made at once after a pause.
    public var burst: Int
    /// How long a call waits for a permit. A call whose permit would come later is rejected at once.
    public var maxWait: Duration

    /// Creates a policy. ``ResiliencePolicy/validate()`` rejects invalid values.
    ///
    /// - Parameters:
    ///   - permits: The number of permits added in each `per`.
    ///   - per: The time in which they are added.
    ///   - burst: The number of permits that the bucket holds, as many as `permits` by default.
    ///   - maxWait: How long a call waits for a permit; by default, a call without one is rejected at once.
    public init(permits: Int, per: Duration, burst: Int? = nil, maxWait: Duration = .zero) {
        self.permits = permits
        self.per = per
        self.burst = burst ?? permits
        self.maxWait = maxWait
    }
}
#endif
