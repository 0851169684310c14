extension ServiceEnv {
    /// Registers a factory for a service; the newest registration of a type counts.
    ///
    /// ```swift
    /// env.register(Database.self) { try Database(path: "app.db") }
    /// env.register(Request.self, scope: .transient) { Request(database: try env.resolve(Database.self)) }
    /// ```
    ///
    /// Registering again drops the instance that was kept. The factory runs at the first resolution, on the thread that
    /// resolves, with ``current`` set to the environment it runs for. A factory that names the environment it was
    /// registered in is sent to that one, too.
    ///
    /// - Parameters:
    ///   - type: The service, often a protocol.
    ///   - scope: How long an instance is kept; ``ServiceScope/singleton`` by default.
    ///   - fileID: The file to name in messages; leave it out.
    ///   - line: The line to name in messages; leave it out.
    ///   - factory: Makes an instance. What it throws reaches everybody who asked; nothing is kept of a failure.
    @inlinable
    public func register<S: Sendable>(
        _ type: S.Type, scope: ServiceScope = .singleton, fileID: StaticString = #fileID, line: UInt = #line,
        factory: @escaping @Sendable () throws -> S
    ) {
        storage.register(
            ServiceIdentity(type), scope: scope, factory: .making(factory),
            place: RegistrationPlace(fileID: fileID, line: line))
    }

    /// Registers a factory for one of several services of a type, told apart by a name.
    ///
    /// - Parameters:
    ///   - type: The service, often a protocol.
    ///   - name: The name to resolve it by.
    ///   - scope: How long an instance is kept; ``ServiceScope/singleton`` by default.
    ///   - fileID: The file to name in messages; leave it out.
    ///   - line: The line to name in messages; leave it out.
    ///   - factory: Makes an instance, see ``register(_:scope:fileID:line:factory:)``.
    @inlinable
    public func register<S: Sendable>(
        _ type: S.Type, name: ServiceName, scope: ServiceScope = .singleton, fileID: StaticString = #fileID,
        line: UInt = #line, factory: @escaping @Sendable () throws -> S
    ) {
        storage.register(
            ServiceIdentity(type, name: name), scope: scope, factory: .making(factory),
            place: RegistrationPlace(fileID: fileID, line: line))
    }

    /// Registers an instance under its static type.
    ///
    /// To register it under a protocol, let that be its static type or write `register(Database.self) { instance }`.
    ///
    /// - Parameters:
    ///   - instance: What every resolution returns, also after a reset of the caches.
    ///   - fileID: The file to name in messages; leave it out.
    ///   - line: The line to name in messages; leave it out.
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
    ///   - fileID: The file to name in messages; leave it out.
    ///   - line: The line to name in messages; leave it out.
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
    ///   - scope: How long an instance is kept.
    ///   - fileID: The file to name in messages; leave it out.
    ///   - line: The line to name in messages; leave it out.
    @inlinable
    public func register<S: ServiceKey & Sendable>(
        _ type: S.Type, scope: ServiceScope, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        register(type, scope: scope, fileID: fileID, line: line) { S.default }
    }

    /// Refuses a type without a factory that is no ``ServiceKey``: there is nothing to make an instance with.
    ///
    /// Without this overload the type itself would be registered as an instance, in silence. Resolving what was
    /// registered like this fails with ``ServiceError/factoryFailed(serviceType:underlyingError:)``.
    @available(*, deprecated, message: "This type is no ServiceKey: give a factory, or conform it to ServiceKey.")
    @inlinable
    public func register<S: Sendable>(
        _ type: S.Type, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        register(type, scope: .singleton, fileID: fileID, line: line) { throw MissingFactoryError(type: type) }
    }
}

extension Registration.Factory {
    /// A factory that writes what a typed one returns.
    @inlinable
    static func making<S>(_ factory: @escaping @Sendable () throws -> S) -> Self {
        unsafe .sendable { destination in
            unsafe destination.initializeMemory(as: S.self, to: try factory())
        }
    }

    /// A factory of the main actor that writes what a typed one returns.
    @inlinable
    static func makingMain<S>(_ factory: @escaping @MainActor () throws -> S) -> Self {
        let factory = MainOwned(factory)
        return unsafe .main { destination in
            unsafe destination.initializeMemory(as: S.self, to: try factory.value())
        }
    }
}
