/// Says that a service made by an asynchronous factory was resolved synchronously before it was there.
public struct AsyncServiceNotReadyError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The service that is not made yet.
    public let serviceType: String
    /// The same for the container.
    let service: ServiceIdentity

    /// The message for developers, with the two things to do.
    public var description: String {
        """
        '\(serviceType)' is made asynchronously and is not there yet. Either await warmUp() before anything resolves it \
        synchronously, or await resolveAsync(\(serviceType).self).
        """
    }
}
