extension ServiceEnv {
    /// Creates an instance of a service from arguments.
    ///
    /// - Parameters:
    ///   - type: The type that was registered.
    ///   - name: The name it was registered with, if any.
    ///   - first: The first argument.
    ///   - rest: The others. All must have exactly the types of the registered factory's parameters.
    /// - Returns: A new instance.
    /// - Throws: ``ServiceError``, as ``resolve(_:)`` does; ``ServiceError/factoryFailed(serviceType:underlyingError:)`` with
    ///   an ``ArgumentMismatchError`` if the service is registered with arguments of other types only.
    @inlinable
    @discardableResult
    public func resolve<S: Sendable, First, each Rest>(
        _ type: S.Type = S.self, name: ServiceName? = nil, arguments first: First, _ rest: repeat each Rest
    ) throws(ServiceError) -> S {
        let arguments = ServiceArguments(first, repeat each rest)
        let service = ServiceArguments<First, repeat each Rest>.identity(of: type, name: name)
        return try ArgumentPointer.with(arguments) { arguments throws(ServiceError) in
            try storage.resolve(ServiceRequest(service, isMain: false, arguments: arguments), as: type)
        }
    }

    /// Creates an instance of a service from arguments, on the main actor.
    ///
    /// - Parameters:
    ///   - type: The type that was registered. It need not be `Sendable`.
    ///   - name: The name it was registered with, if any.
    ///   - first: The first argument.
    ///   - rest: The others. All must have exactly the types of the registered factory's parameters.
    /// - Returns: A new instance.
    /// - Throws: ``ServiceError``, as ``resolve(_:name:arguments:_:)`` does.
    @inlinable
    @discardableResult
    @MainActor
    public func resolveMain<S, First, each Rest>(
        _ type: S.Type = S.self, name: ServiceName? = nil, arguments first: First, _ rest: repeat each Rest
    ) throws(ServiceError) -> S {
        let arguments = ServiceArguments(first, repeat each rest)
        let service = ServiceArguments<First, repeat each Rest>.identity(of: type, name: name)
        return try ArgumentPointer.with(arguments) { arguments throws(ServiceError) in
            try storage.resolve(ServiceRequest(service, isMain: true, arguments: arguments), as: type)
        }
    }
}
