#if Health
/// A type that protects the calls of a service, and takes its place.
///
/// `@Resilient` from `ServiceMacros` writes guards. `ServiceEnv` registers one in place of the service:
///
/// ```swift
/// final class ResilientRates: RateService, ResilientGuard {
///     private let live: any RateService
///     private let calls: ResilientCalls
///
///     init(_ live: any RateService, calls: ResilientCalls) {
///         self.live = live
///         self.calls = calls
///     }
///
///     static func guarding(_ live: any RateService, by calls: ResilientCalls) -> any RateService {
///         ResilientRates(live, calls: calls)
///     }
///
///     func rates() async throws -> Rates {
///         try await calls.call("rates", idempotent: true) { () async throws -> Rates in try await live.rates() }
///     }
/// }
/// ```
///
/// ```swift
/// env.registerResilient(ResilientRates.self, health: .rates, policy: .server) { LiveRates() }
/// ```
public protocol ResilientGuard: SendableMetatype {
    /// The service, usually `any P`.
    associatedtype Guarded: Sendable

    /// Returns a service whose calls are protected.
    ///
    /// - Parameters:
    ///   - live: The service that answers.
    ///   - calls: Protects the calls.
    static func guarding(_ live: Guarded, by calls: ResilientCalls) -> Guarded
}
#endif
