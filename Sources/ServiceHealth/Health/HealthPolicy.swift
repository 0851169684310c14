#if Health
/// Says when a service counts as degraded, and when it is tried again.
public struct HealthPolicy: Sendable, Equatable {
    /// The number of consecutive failures from which a service is degraded. Values below 1 count as 1.
    public let failureThreshold: Int
    /// The time from degrading until the live service is tried again. Negative values count as zero.
    public let recoveryInterval: Duration

    /// Makes a policy.
    ///
    /// - Parameters:
    ///   - failureThreshold: The number of consecutive failures from which a service is degraded. One failure may be chance;
    ///     three in a row, the default, are not.
    ///   - recoveryInterval: The time from degrading until the live service is tried again. Five minutes by default, for an
    ///     app; a server has more callers to find out, see ``server``.
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
