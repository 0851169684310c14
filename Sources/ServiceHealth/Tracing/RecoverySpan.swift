#if Health
#if Tracing
import Tracing
#endif

/// The span in which the live service of a degraded registration is created. It does nothing without the trait `Tracing`.
enum RecoverySpan {
    /// Creates a live service in a span.
    ///
    /// - Parameters:
    ///   - service: The service.
    ///   - isRecovery: Whether the registration is degraded. Otherwise there is no span.
    ///   - create: Creates it.
    static func run<S>(_ service: ServiceID, isRecovery: Bool, _ create: () throws -> S) rethrows -> S {
        #if Tracing
        guard isRecovery else { return try create() }
        return try withSpan("\(service).recovery") { _ in try create() }
        #else
        return try create()
        #endif
    }

    /// Creates a live service that is created asynchronously in a span.
    static func run<S: Sendable>(
        _ service: ServiceID, isRecovery: Bool, _ create: () async throws -> S
    ) async rethrows -> S {
        #if Tracing
        guard isRecovery else { return try await create() }
        return try await withSpan("\(service).recovery") { _ in try await create() }
        #else
        return try await create()
        #endif
    }
}
#endif
