extension ServiceEnv {
    /// Registers a factory for a main-actor service. The newest registration of a service counts.
    ///
    /// ```swift
    /// env.registerMain(ViewModel.self) { ViewModel(api: try ServiceEnv.current.resolve(API.self)) }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The service. It need not be `Sendable`: it is created and returned only on the main actor.
    ///   - name: The name to resolve it by; nil, the default, for the service without a name.
    ///   - scope: How long an instance is cached; ``ServiceScope/singleton`` by default.
    ///   - onShutdown: Shuts down an instance on the main actor, as for
    ///     ``register(_:name:scope:onShutdown:fileID:line:factory:)``.
    ///   - fileID: The file that messages name. Defaults to the call site.
    ///   - line: The line that messages name. Defaults to the call site.
    ///   - factory: Creates an instance. Errors reach every waiter and are never cached.
    @inlinable
    @MainActor
    public func registerMain<S>(
        _ type: S.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton,
        onShutdown: (@MainActor (S) async throws -> Void)? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        factory: @escaping @MainActor () throws -> S
    ) {
        storage.register(
            ServiceIdentity(type, name: name), .sync(SyncFactory(main: factory)),
            Registration.Options(
                scope: scope, onShutdown: Registration.mainShutdown(onShutdown), fileID: fileID, line: line))
    }

    /// Registers a main-actor instance under its static type.
    ///
    /// - Parameters:
    ///   - instance: What every resolution returns, also after a reset of the caches.
    ///   - fileID: The file that messages name. Defaults to the call site.
    ///   - line: The line that messages name. Defaults to the call site.
    @inlinable
    @MainActor
    @_disfavoredOverload
    public func registerMain<S>(
        _ instance: @autoclosure () -> S, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        // A closure, as the compiler would open an existential that is passed as it is, and register what is in it.
        let instance = instance()
        registerMain(S.self, fileID: fileID, line: line) { instance }
    }

    /// Registers the default implementation of a main-actor service that has one, as a singleton.
    ///
    /// - Parameters:
    ///   - type: A type that conforms to ``ServiceKey``. For a type of the main actor, see ``MainServiceKey``.
    ///   - fileID: The file that messages name. Defaults to the call site.
    ///   - line: The line that messages name. Defaults to the call site.
    @inlinable
    @MainActor
    public func registerMain<S: ServiceKey>(
        _ type: S.Type, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        // Without a scope: next to one with a default, `registerMain(_ instance:)` would take the type for an instance.
        registerMain(type, scope: .singleton, fileID: fileID, line: line) { S.default }
    }

    /// Registers the default implementation of a main-actor service that has one.
    ///
    /// - Parameters:
    ///   - type: A type that conforms to ``ServiceKey``. For a type of the main actor, see ``MainServiceKey``.
    ///   - scope: How long an instance is cached.
    ///   - fileID: The file that messages name. Defaults to the call site.
    ///   - line: The line that messages name. Defaults to the call site.
    @inlinable
    @MainActor
    public func registerMain<S: ServiceKey>(
        _ type: S.Type, scope: ServiceScope, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        registerMain(type, scope: scope, fileID: fileID, line: line) { S.default }
    }

    /// Registers the default implementation of a service that only the main actor creates, as a singleton.
    ///
    /// - Parameters:
    ///   - type: A type that conforms to ``MainServiceKey``.
    ///   - fileID: The file that messages name. Defaults to the call site.
    ///   - line: The line that messages name. Defaults to the call site.
    @inlinable
    @MainActor
    public func registerMain<S: MainServiceKey>(
        _ type: S.Type, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        registerMain(type, scope: .singleton, fileID: fileID, line: line) { S.default }
    }

    /// Registers the default implementation of a service that only the main actor creates.
    ///
    /// - Parameters:
    ///   - type: A type that conforms to ``MainServiceKey``.
    ///   - scope: How long an instance is cached.
    ///   - fileID: The file that messages name. Defaults to the call site.
    ///   - line: The line that messages name. Defaults to the call site.
    @inlinable
    @MainActor
    public func registerMain<S: MainServiceKey>(
        _ type: S.Type, scope: ServiceScope, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        registerMain(type, scope: scope, fileID: fileID, line: line) { S.default }
    }

    /// Refuses a type without a factory that is no ``ServiceKey`` or ``MainServiceKey``, as `register` does.
    ///
    /// - Parameters:
    ///   - type: The type that has no factory.
    ///   - fileID: The file that messages name. Defaults to the call site.
    ///   - line: The line that messages name. Defaults to the call site.
    @available(
        *, deprecated,
        message: "This type is no ServiceKey or MainServiceKey: give a factory, or conform it to one of them."
    )
    @inlinable
    @MainActor
    public func registerMain<S>(
        _ type: S.Type, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        registerMain(type, scope: .singleton, fileID: fileID, line: line) { throw MissingFactoryError(type: type) }
    }

    /// Refuses an asynchronous factory, as `register` does.
    @available(
        *, unavailable,
        message:
            "The factory is asynchronous: register it with registerAsync, then warmUp() or resolveAsync(_:) creates it."
    )
    @MainActor
    public func registerMain<S>(
        _ type: S.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton,
        onShutdown: (@MainActor (S) async throws -> Void)? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        factory: @escaping @MainActor () async throws -> S
    ) {}
}
