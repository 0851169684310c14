extension ServiceEnv {
    /// Registers a factory for a service of the main actor; the newest registration of a type counts.
    ///
    /// ```swift
    /// env.registerMain(ViewModel.self) { ViewModel(api: try ServiceEnv.current.resolve(API.self)) }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The service. It need not be `Sendable`: it is made and returned only on the main actor.
    ///   - scope: How long an instance is kept; ``ServiceScope/singleton`` by default.
    ///   - fileID: The file to name in messages; leave it out.
    ///   - line: The line to name in messages; leave it out.
    ///   - factory: Makes an instance. What it throws reaches everybody who asked; nothing is kept of a failure.
    @inlinable
    @MainActor
    public func registerMain<S>(
        _ type: S.Type, scope: ServiceScope = .singleton, fileID: StaticString = #fileID, line: UInt = #line,
        factory: @escaping @MainActor () throws -> S
    ) {
        storage.register(
            ServiceIdentity(type), scope: scope, factory: .makingMain(factory),
            place: RegistrationPlace(fileID: fileID, line: line), isolation: MainActor.shared)
    }

    /// Registers a factory for one of several services of a type on the main actor, told apart by a name.
    ///
    /// - Parameters:
    ///   - type: The service, which need not be `Sendable`.
    ///   - name: The name to resolve it by.
    ///   - scope: How long an instance is kept; ``ServiceScope/singleton`` by default.
    ///   - fileID: The file to name in messages; leave it out.
    ///   - line: The line to name in messages; leave it out.
    ///   - factory: Makes an instance, see ``registerMain(_:scope:fileID:line:factory:)``.
    @inlinable
    @MainActor
    public func registerMain<S>(
        _ type: S.Type, name: ServiceName, scope: ServiceScope = .singleton, fileID: StaticString = #fileID,
        line: UInt = #line, factory: @escaping @MainActor () throws -> S
    ) {
        storage.register(
            ServiceIdentity(type, name: name), scope: scope, factory: .makingMain(factory),
            place: RegistrationPlace(fileID: fileID, line: line), isolation: MainActor.shared)
    }

    /// Registers an instance of the main actor under its static type.
    ///
    /// - Parameters:
    ///   - instance: What every resolution returns, also after a reset of the caches.
    ///   - fileID: The file to name in messages; leave it out.
    ///   - line: The line to name in messages; leave it out.
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
    ///   - type: A type that conforms to ``ServiceKey``, where its conformance belongs to the main actor as well.
    ///   - fileID: The file to name in messages; leave it out.
    ///   - line: The line to name in messages; leave it out.
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
    ///   - type: A type that conforms to ``ServiceKey``, where its conformance belongs to the main actor as well.
    ///   - scope: How long an instance is kept.
    ///   - fileID: The file to name in messages; leave it out.
    ///   - line: The line to name in messages; leave it out.
    @inlinable
    @MainActor
    public func registerMain<S: ServiceKey>(
        _ type: S.Type, scope: ServiceScope, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        registerMain(type, scope: scope, fileID: fileID, line: line) { S.default }
    }

    /// Refuses a type without a factory that is no ``ServiceKey``: there is nothing to make an instance with.
    ///
    /// Without this overload the type itself would be registered as an instance, in silence. Resolving what was
    /// registered like this fails with ``ServiceError/factoryFailed(serviceType:underlyingError:)``.
    @available(*, deprecated, message: "This type is no ServiceKey: give a factory, or conform it to ServiceKey.")
    @inlinable
    @MainActor
    public func registerMain<S>(
        _ type: S.Type, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        registerMain(type, scope: .singleton, fileID: fileID, line: line) { throw MissingFactoryError(type: type) }
    }
}
