extension ServiceEnv {
    /// Returns the instance registered for a type, on the main actor, creating it on first use.
    ///
    /// Also finds services that were registered with
    /// ``ServiceEnv/register(_:name:scope:onShutdown:fileID:line:factory:)``.
    ///
    /// - Parameter type: The type that was registered. It need not be `Sendable`.
    /// - Returns: The instance, cached or new as the registration's scope says.
    /// - Throws: ``ServiceError``, as ``resolve(_:)`` does.
    /// - Complexity: O(1) for a cached instance, and one step more for each parent that is asked. That of a singleton or of a custom
    ///   scope takes no lock and allocates nothing.
    @inlinable
    @discardableResult
    @MainActor
    public func resolveMain<S>(_ type: S.Type = S.self) throws(ServiceError) -> S {
        if let cached = storage.readCachedMain(type) { return cached }
        return try resolveRemainingMain(type)
    }

    /// Returns the instance registered for a type under a name, on the main actor, creating it on first use.
    ///
    /// - Parameters:
    ///   - type: The type that was registered. It need not be `Sendable`.
    ///   - name: The name it was registered with; nil for the service without a name.
    /// - Returns: The instance, cached or new as the registration's scope says.
    /// - Throws: ``ServiceError``, as ``resolve(_:)`` does.
    @inlinable
    @discardableResult
    @MainActor
    public func resolveMain<S>(_ type: S.Type = S.self, name: ServiceName?) throws(ServiceError) -> S {
        let service = ServiceIdentity(type, name: name)
        return try storage.resolve(ServiceRequest(service, isMain: true), as: type)
    }

    @inlinable
    @inline(never)
    @MainActor
    func resolveRemainingMain<S>(_ type: S.Type) throws(ServiceError) -> S {
        let service = ServiceIdentity(type)
        return try storage.resolveNew(ServiceRequest(service, isMain: true), as: type).value
    }
}
