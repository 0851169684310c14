public import Service
public import ServiceHealth

/// Says that a part of the program does not work right now.
public struct ServiceUnavailableError: Error, FailureDescribing, CustomStringConvertible {
    /// The part.
    public let service: ServiceID
    /// Why, for logs.
    let cause: any Error

    /// What is known for layers that know nothing of services.
    public var failureKind: FailureKind {
        (cause as? any FailureDescribing)?.failureKind ?? .unavailable(retryAfter: nil)
    }

    /// The part, and why it does not work.
    public var description: String { "\(service) is unavailable: \(cause)" }
}
