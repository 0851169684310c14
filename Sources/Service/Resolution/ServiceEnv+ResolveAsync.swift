extension ServiceEnv {
    /// Returns the instance registered for a type, waiting for its factory if that is asynchronous.
    ///
    /// Also resolves services that were registered with ``register(_:name:scope:onShutdown:fileID:line:factory:)``.
    ///
    /// - Parameters:
    ///   - type: The type that was registered.
    ///   - name: The name it was registered with, if any.
    /// - Returns: The instance, cached or new as the registration's scope says.
    /// - Throws: ``ServiceError``, as ``resolve(_:)`` does; ``ServiceError/factoryFailed(serviceType:underlyingError:)``
    ///   with a `CancellationError` if the current task is cancelled while it waits.
    @inlinable
    @discardableResult
    public func resolveAsync<S: Sendable>(
        _ type: S.Type = S.self, name: ServiceName? = nil
    ) async throws(ServiceError) -> S {
        if name == nil, let cached = storage.readCached(type) { return cached }
        let service = ServiceIdentity(type, name: name)
        while true {
            if let instance = try await storage.resolveAsync(service) { return instance.read(as: type) }
            do throws(ServiceError) {
                return try storage.resolve(ServiceRequest(service, isMain: false), as: type)
            } catch {
                guard EnvironmentStorage.becameAsync(service, error) else { throw error }
            }
        }
    }
}
