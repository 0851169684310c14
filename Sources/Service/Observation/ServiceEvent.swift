/// A creation of a service, successful or failed.
///
/// Reading a cached instance is not an event: an environment that has created its services reports nothing.
public struct ServiceEvent: Sendable {
    /// How a creation ended.
    public enum Outcome: Sendable {
        /// An instance was created.
        case created
        /// No instance was created, for this reason.
        case failed(ServiceError)
    }

    /// The service, by the shortest name that distinguishes it from others.
    public let service: String
    /// How the creation ended.
    public let outcome: Outcome
    /// How long the factory ran, with everything it resolved. Zero where it was not run at all.
    public let duration: Duration
    /// How many creations this one was nested in, itself included: 1 for what was asked for directly.
    public let depth: Int
    /// The services being created, from the outermost to this one.
    public let path: [String]
    /// The text of ``ServiceEnv/explain(_:)`` for the error of a failure; nil if the creation succeeded.
    public let explanation: String?
}
