/// A service with an asynchronous factory was resolved synchronously before it was created.
public struct AsyncServiceNotReadyError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The service that is not created yet.
    public let serviceType: String
    /// The same for the container.
    let service: ServiceIdentity
    /// Whether a factory or decorator threw it, because it asked without waiting or passed on an error from elsewhere.
    var isNested: Bool
    /// The call that creates it, as it is written in code.
    let awaited: String
    /// How long it is cached.
    let scope: ServiceScope

    /// Whether two errors are about the same service.
    ///
    /// - Parameters:
    ///   - one: One error.
    ///   - other: The other.
    public static func == (one: Self, other: Self) -> Bool { one.service == other.service }

    /// The message for developers, with what to do.
    public var description: String {
        let advice =
            switch scope {
            case .singleton: "Either await warmUp() before anything resolves it synchronously, or await \(awaited)."
            case .custom, .weak, .timed:
                "Await \(awaited) before anything resolves it synchronously: warmUp() creates singletons only."
            case .transient, .graph:
                "Await \(awaited): its scope is \(scope), so nothing keeps it for a synchronous call."
            }
        return "'\(serviceType)' is created asynchronously and does not exist yet. \(advice)"
    }
}

extension ServiceError {
    /// The same error, marked as passed on by a factory: `resolveAsync` must not create the service and run the factory again.
    var thrownOn: ServiceError {
        guard case .factoryFailed(let service, var notReady as AsyncServiceNotReadyError) = self else { return self }
        notReady.isNested = true
        return .factoryFailed(serviceType: service, underlyingError: notReady)
    }
}
