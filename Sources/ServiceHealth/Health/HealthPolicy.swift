#if Health
/// When a service counts as degraded, and when it is tried again.
public struct HealthPolicy: Sendable, Equatable {
    /// The number of consecutive failures from which a service is degraded. Values below 1 count as 1.
    public let failureThreshold: Int
    /// The time from degrading until the live service is tried again. Negative values count as zero.
    public let recoveryInterval: Duration

    /// Creates a policy.
    ///
    /// - Parameters:
    ///   - failureThreshold: The number of consecutive failures from which a service is degraded. Three by default: one
    ///     failure may be chance.
    ///   - recoveryInterval: The time from degrading until the live service is tried again. Five minutes by default,
    ///     for an app; on a server more callers notice that a service is back, see ``server``.
    public init(failureThreshold: Int = 3, recoveryInterval: Duration = .seconds(300)) {
        self.failureThreshold = max(1, failureThreshold)
        self.recoveryInterval = max(.zero, recoveryInterval)
    }

    /// For an app that people use: degraded from the third failure, tried again after five minutes.
    public static let app = HealthPolicy()

    /// For a server: degraded from the third failure, tried again after five seconds.
    public static let server = HealthPolicy(recoveryInterval: .seconds(5))
}
#endif
