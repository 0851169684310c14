public import Service
public import ServiceHealth

/// Says that a part of the program does not work right now.
public struct ServiceUnavailableError: Error, FailureDescribing {
    /// The part.
    public let service: ServiceID
    /// What is known for layers that know nothing of services.
    public let failureKind: FailureKind

    /// Describes the failure of a call that was protected.
    init(_ service: ServiceID, because error: any Error) {
        self.service = service
        failureKind = (error as? any FailureDescribing)?.failureKind ?? .unavailable(retryAfter: nil)
    }
}
