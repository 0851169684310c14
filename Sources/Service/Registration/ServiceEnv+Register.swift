extension ServiceEnv {
    /// Registers a factory for a service. The newest registration of a service counts.
    ///
    /// ```swift
    /// env.register(Database.self) { try Database(path: "app.db") }
    /// env.register(Request.self, scope: .transient) { Request(database: try env.resolve(Database.self)) }
    /// env.register(Pool.self, onShutdown: { await $0.close() }) { Pool(configuration) }
    /// ```
    ///
    /// Registering again drops the cached instance. The factory runs at the first resolution, on the thread that resolves,
    /// with ``current`` set to the environment it runs for. A factory that captured the environment it was registered in is
    /// redirected to that one as well.
    ///
    /// With `onShutdown`, ``shutdown(timeout:)`` shuts down once every instance that this environment cached, also one that
    /// a reset or another registration has dropped since; the environment holds it until then, unless its scope is
    /// ``ServiceScope/weak``. Instances of a scope that is not cached are not shut down.
    ///
    /// - Parameters:
    ///   - type: The service, often a protocol.
    ///   - name: The name to resolve it by; nil, the default, for the service without a name.
    ///   - scope: How long an instance is cached; ``ServiceScope/singleton`` by default.
    ///   - onShutdown: Shuts down an instance. What it throws is collected. By default, nothing is shut down.
    ///   - fileID: The file that messages name. Defaults to the call site.
    ///   - line: The line that messages name. Defaults to the call site.
    ///   - factory: Creates an instance. Errors reach every waiter and are never cached.
    @inlinable
    public func register<S: Sendable>(
        _ type: S.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton,
        onShutdown: (@Sendable (S) async throws -> Void)? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        factory: @escaping @Sendable () throws -> S
    ) {
        storage.register(
            ServiceIdentity(type, name: name), .sync(SyncFactory(factory)),
            Registration.Options(
                scope: scope, onShutdown: Registration.shutdown(onShutdown), fileID: fileID, line: line))
    }

    /// Registers an instance under its static type.
    ///
    /// To register it under a protocol, let that be its static type or write `register(Database.self) { instance }`.
    ///
    /// - Parameters:
    ///   - instance: What every resolution returns, also after a reset of the caches.
    ///   - fileID: The file that messages name. Defaults to the call site.
    ///   - line: The line that messages name. Defaults to the call site.
    @inlinable
    @_disfavoredOverload
    public func register<S: Sendable>(
        _ instance: @autoclosure () -> S, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        // A closure, as the compiler would open an existential that is passed as it is, and register what is in it.
        let instance = instance()
        register(S.self, fileID: fileID, line: line) { instance }
    }

    /// Registers the default implementation of a service that has one, as a singleton.
    ///
    /// - Parameters:
    ///   - type: A type that conforms to ``ServiceKey``.
    ///   - fileID: The file that messages name. Defaults to the call site.
    ///   - line: The line that messages name. Defaults to the call site.
    @inlinable
    public func register<S: ServiceKey & Sendable>(
        _ type: S.Type, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        // Without a scope: next to one with a default, `register(_ instance:)` would take the type for an instance.
        register(type, scope: .singleton, fileID: fileID, line: line) { S.default }
    }

    /// Registers the default implementation of a service that has one.
    ///
    /// - Parameters:
    ///   - type: A type that conforms to ``ServiceKey``.
    ///   - scope: How long an instance is cached.
    ///   - fileID: The file that messages name. Defaults to the call site.
    ///   - line: The line that messages name. Defaults to the call site.
    @inlinable
    public func register<S: ServiceKey & Sendable>(
        _ type: S.Type, scope: ServiceScope, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        register(type, scope: scope, fileID: fileID, line: line) { S.default }
    }

    /// Refuses a type without a factory that is no ``ServiceKey``: there is nothing to create an instance with.
    ///
    /// Without this overload the type itself would be registered as an instance, silently. Resolving what was registered like
    /// this fails with ``ServiceError/factoryFailed(serviceType:underlyingError:)``.
    ///
    /// - Parameters:
    ///   - type: The type that has no factory.
    ///   - fileID: The file that messages name. Defaults to the call site.
    ///   - line: The line that messages name. Defaults to the call site.
    @available(
        *, deprecated,
        message:
            "This type is no ServiceKey: give a factory, or conform it to ServiceKey. A MainServiceKey goes to registerMain."
    )
    @inlinable
    public func register<S: Sendable>(
        _ type: S.Type, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        register(type, scope: .singleton, fileID: fileID, line: line) { throw MissingFactoryError(type: type) }
    }

    /// Refuses an asynchronous factory: a synchronous resolution could not wait for it.
    @available(
        *, unavailable,
        message:
            "The factory is asynchronous: register it with registerAsync, then warmUp() or resolveAsync(_:) creates it."
    )
    public func register<S: Sendable>(
        _ type: S.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton,
        onShutdown: (@Sendable (S) async throws -> Void)? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        factory: @escaping @Sendable () async throws -> S
    ) {}
}
