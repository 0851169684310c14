#if Health
/// A guard that needs a stand-in: a second implementation of the service, which answers some calls that fail.
///
/// It can be registered only with `fallback:`. See ``ResilientGuard``.
public protocol ResilientGuardWithStandIn: SendableMetatype {
    /// The service, usually `any P`.
    associatedtype Guarded: Sendable

    /// Returns a service whose calls are protected.
    ///
    /// - Parameters:
    ///   - live: The service that answers.
    ///   - standIn: Answers failed calls of the methods that the guard gives a fallback.
    ///   - calls: Protects the calls.
    static func guarding(_ live: Guarded, standIn: Guarded, by calls: ResilientCalls) -> Guarded
}
#endif
