extension ServiceEnv {
    /// Wraps every instance of a service that is made from now on.
    ///
    /// Decorators run in the order in which they were added, a parent's before its child's, each around the result of the
    /// one before. They stay when the service is registered again, and go with ``resetAll(isolation:)``. The instance that
    /// was kept is dropped.
    ///
    /// ```swift
    /// env.decorate(HTTPClient.self) { inner in LoggingClient(inner) }
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
            with: unsafe .sendable { destination in
                let memory = unsafe destination.assumingMemoryBound(to: S.self)
                let inner = unsafe memory.move()
                unsafe memory.initialize(to: try decorator(inner))
            })
    }

    /// Wraps every instance of a service that is made from now on, on the main actor.
    ///
    /// A service that is decorated so belongs to the main actor, also if it was registered for everybody.
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
        let decorator = MainOwned(decorator)
        storage.decorate(
            ServiceIdentity(type, name: name),
            with: unsafe .main { destination in
                let memory = unsafe destination.assumingMemoryBound(to: S.self)
                let inner = unsafe memory.move()
                unsafe memory.initialize(to: try decorator.value(inner))
            }, isolation: MainActor.shared)
    }
}
