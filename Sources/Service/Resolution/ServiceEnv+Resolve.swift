extension ServiceEnv {
    /// Returns the instance registered for a type, creating it on first use.
    ///
    /// ```swift
    /// let database = try ServiceEnv.current.resolve(Database.self)
    /// ```
    ///
    /// Call it from any thread or task. Concurrent callers of a singleton wait for the instance being created.
    ///
    /// - Parameter type: The type that was registered, often a protocol.
    /// - Returns: The instance, cached or new as the registration's scope says.
    /// - Throws: ``ServiceError/notRegistered(serviceType:)`` if nothing is registered, or only for the main actor;
    ///   ``ServiceError/circularDependency(serviceType:chain:)`` if the service needs itself;
    ///   ``ServiceError/maxDepthExceeded(depth:chain:)`` if it is nested too deeply;
    ///   ``ServiceError/factoryFailed(serviceType:underlyingError:)`` if its factory throws anything but a ``ServiceError``.
    /// - Complexity: O(1) for a cached instance, and one step more for each parent that is asked. That of a singleton or of a custom
    ///   scope takes no lock and allocates nothing.
    @inlinable
    @discardableResult
    public func resolve<S: Sendable>(_ type: S.Type = S.self) throws(ServiceError) -> S {
        if let cached = storage.readCached(type) { return cached }
        return try resolveRemaining(type)
    }

    /// Returns the instance registered for a type under a name, creating it on first use.
    ///
    /// - Parameters:
    ///   - type: The type that was registered.
    ///   - name: The name it was registered with; nil for the service without a name.
    /// - Returns: The instance, cached or new as the registration's scope says.
    /// - Throws: ``ServiceError``, as ``resolve(_:)`` does.
    @inlinable
    @discardableResult
    public func resolve<S: Sendable>(_ type: S.Type = S.self, name: ServiceName?) throws(ServiceError) -> S {
        let service = ServiceIdentity(type, name: name)
        return try storage.resolve(ServiceRequest(service, isMain: false), as: type)
    }

    @inlinable
    @inline(never)
    func resolveRemaining<S: Sendable>(_ type: S.Type) throws(ServiceError) -> S {
        let service = ServiceIdentity(type)
        return try storage.resolveNew(ServiceRequest(service, isMain: false), as: type).value
    }
}
