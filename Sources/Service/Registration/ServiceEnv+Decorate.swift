extension ServiceEnv {
    /// Wraps every instance of a service that is created from now on.
    ///
    /// Decorators run in the order in which they were added, a parent's before its child's, each around the result of the
    /// one before. They stay when the service is registered again, until ``resetAll(isolation:)``. The cached instance is
    /// dropped.
    ///
    /// ```swift
    /// env.decorate((any HTTPClient).self) { inner in LoggingClient(inner) }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The service. It may be registered before or after.
    ///   - name: The name it is registered with, if any.
    ///   - decorator: Returns what is used instead of the instance it receives.
    @inlinable
    public func decorate<S: Sendable>(
        _ type: S.Type, name: ServiceName? = nil, decorator: @escaping @Sendable (S) throws -> S
    ) {
        storage.decorate(
            ServiceIdentity(type, name: name),
            with: SyncFactory(isMain: false) { _, output in try output.replace(type, decorator) })
    }

    /// Wraps every instance of a service that is created from now on, on the main actor.
    ///
    /// A service that is decorated like this belongs to the main actor, even if it was registered for any thread.
    ///
    /// - Parameters:
    ///   - type: The service, which need not be `Sendable`. It may be registered before or after.
    ///   - name: The name it is registered with, if any.
    ///   - decorator: Returns what is used instead of the instance it receives.
    @inlinable
    @MainActor
    public func decorateMain<S>(
        _ type: S.Type, name: ServiceName? = nil, decorator: @escaping @MainActor (S) throws -> S
    ) {
        let decorator = MainInstanceOf(decorator)
        storage.decorate(
            ServiceIdentity(type, name: name),
            with: SyncFactory(isMain: true) { _, output in
                try MainActor.assumeIsolated { try output.replace(type, decorator.value) }
            })
    }
}
