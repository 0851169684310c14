#if Health
public import Foundation

/// What is known about one service's health.
///
/// Dates are for people. Every decision is made on the manager's clock.
public struct HealthState: Sendable, Equatable {
    /// Whether the live service or its fallback answers calls.
    public enum Source: String, Sendable, Codable {
        /// The service itself.
        case live
        /// Its fallback.
        case fallback
    }

    /// False once the number of consecutive failures reaches the policy's threshold, until the live service succeeds.
    public var isHealthy: Bool
    /// The number of failures since the last success.
    public var consecutiveFailures: Int
    /// The number of failures since the service was first seen or reset.
    public var totalFailures: Int
    /// When the live service last succeeded. While a service stays healthy, this changes with the first success after
    /// it was read, and at most once a second.
    public var lastSuccess: Date?
    /// When the live service last failed.
    public var lastFailure: Date?
    /// When the service degraded. Later failures do not change it.
    public var degradedSince: Date?
    /// Whether the live service or its fallback answers calls.
    public var source: Source
    /// What the fallback can do, if one answers and its kind is known.
    public var fallbackKind: FallbackKind?
    /// When the live service is tried again, while it is degraded. If this time has passed, the next call tries it.
    ///
    /// The time comes from what decides: the registrations that serve their fallback, of which the first to try counts,
    /// otherwise the open circuit of a
    /// ``ResiliencePipeline``, and the manager's ``HealthPolicy`` only if calls go through no pipeline. Nil if the
    /// circuit was opened by hand.
    public var retryAt: Date?
    /// The description of the last failure, for developers.
    public var lastError: String?

    /// Creates a state. The defaults are those of a service that has not been called yet.
    ///
    /// - Parameters:
    ///   - isHealthy: False while the service is degraded.
    ///   - consecutiveFailures: The number of failures since the last success.
    ///   - totalFailures: The number of failures since the service was first seen or reset.
    ///   - lastSuccess: When the live service last succeeded.
    ///   - lastFailure: When the live service last failed.
    ///   - degradedSince: When the service degraded.
    ///   - source: Whether the live service or its fallback answers calls.
    ///   - fallbackKind: What the fallback can do.
    ///   - retryAt: When the live service is tried again.
    ///   - lastError: The description of the last failure, for developers.
    public init(
        isHealthy: Bool = true,
        consecutiveFailures: Int = 0,
        totalFailures: Int = 0,
        lastSuccess: Date? = nil,
        lastFailure: Date? = nil,
        degradedSince: Date? = nil,
        source: Source = .live,
        fallbackKind: FallbackKind? = nil,
        retryAt: Date? = nil,
        lastError: String? = nil
    ) {
        self.isHealthy = isHealthy
        self.consecutiveFailures = consecutiveFailures
        self.totalFailures = totalFailures
        self.lastSuccess = lastSuccess
        self.lastFailure = lastFailure
        self.degradedSince = degradedSince
        self.source = source
        self.fallbackKind = fallbackKind
        self.retryAt = retryAt
        self.lastError = lastError
    }
}
#endif
