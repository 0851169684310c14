/// A service with an asynchronous factory was resolved synchronously before it was created.
public struct AsyncServiceNotReadyError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The service that is not created yet.
    public let serviceType: String
    /// The same for the container.
    let service: ServiceIdentity
    /// Whether the factory or decorator of another service asked, which did not wait for it.
    let isNested: Bool

    /// Whether two errors are about the same service.
    ///
    /// - Parameters:
    ///   - one: One error.
    ///   - other: The other.
    public static func == (one: Self, other: Self) -> Bool { one.service == other.service }

    /// The message for developers, with the two things to do.
    public var description: String {
        """
        '\(serviceType)' is created asynchronously and does not exist yet. Either await warmUp() before anything resolves it \
        synchronously, or await resolveAsync(\(serviceType).self).
        """
    }
}
