#if Health
public import Foundation

/// What is known about one service's health.
///
/// Dates are for people. Every decision is made on the manager's clock.
public struct HealthState: Sendable, Equatable {
    /// Says who answers.
    public enum Source: String, Sendable, Codable {
        /// The service itself.
        case live
        /// Its fallback.
        case fallback
    }

    /// False from the policy's number of consecutive failures until the live service succeeds.
    public var isHealthy: Bool
    /// The failures since the last success.
    public var consecutiveFailures: Int
    /// All failures since the service was first seen or reset.
    public var totalFailures: Int
    /// When the live service last succeeded. Repeated successes of a healthy service do not move it each
    /// time, but once after it was read, and at most once a second.
    public var lastSuccess: Date?
    /// When the live service last failed.
    public var lastFailure: Date?
    /// When the service degraded. Later failures do not move it.
    public var degradedSince: Date?
    /// Who answers.
    public var source: Source
    /// What the fallback can do, while one answers and its kind is known.
    public var fallbackKind: FallbackKind?
    /// When the live service is tried again, while it is degraded. A time that has passed means with the next call.
    ///
    /// The time comes from the one that decides: the registration while it serves its fallback, else the open circuit of a
    /// ``ResiliencePipeline``, and the manager's ``HealthPolicy`` only where calls go through no pipeline. Nil where the
    /// circuit was opened by hand.
    public var retryAt: Date?
    /// The last failure, in words for developers.
    public var lastError: String?

    /// Makes a state. The defaults are those of a service that has done nothing yet.
    ///
    /// - Parameters:
    ///   - isHealthy: False while the service is degraded.
    ///   - consecutiveFailures: The failures since the last success.
    ///   - totalFailures: All failures since the service was first seen or reset.
    ///   - lastSuccess: When the live service last succeeded.
    ///   - lastFailure: When the live service last failed.
    ///   - degradedSince: When the service degraded.
    ///   - source: Who answers.
    ///   - fallbackKind: What the fallback can do.
    ///   - retryAt: When the live service is tried again.
    ///   - lastError: The last failure, in words for developers.
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
