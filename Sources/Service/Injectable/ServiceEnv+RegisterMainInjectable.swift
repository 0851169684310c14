extension ServiceEnv {
    /// Registers a main-actor type by its initialiser, as a singleton. ``validate()`` and ``graph`` know what it needs.
    ///
    /// - Parameters:
    ///   - type: The type, which is also what it is resolved by.
    ///   - fileID: The file that messages name. Defaults to the call site.
    ///   - line: The line that messages name. Defaults to the call site.
    @inlinable
    @MainActor
    public func registerMain<S: MainInjectable>(_ type: S.Type, fileID: StaticString = #fileID, line: UInt = #line) {
        // Without further parameters: next to one with defaults, `registerMain(_ instance:)` would take the type for an
        // instance.
        registerMain(type, as: type, fileID: fileID, line: line) { $0 }
    }

    /// Registers a main-actor type by its initialiser.
    ///
    /// - Parameters:
    ///   - type: The type, which is also what it is resolved by.
    ///   - scope: How long an instance is cached.
    ///   - fileID: The file that messages name. Defaults to the call site.
    ///   - line: The line that messages name. Defaults to the call site.
    @inlinable
    @MainActor
    public func registerMain<S: MainInjectable>(
        _ type: S.Type, scope: ServiceScope, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        registerMain(type, as: type, scope: scope, fileID: fileID, line: line) { $0 }
    }

    /// Registers a main-actor type by its initialiser, under a name.
    ///
    /// - Parameters:
    ///   - type: The type, which is also what it is resolved by.
    ///   - name: The name to resolve it by; nil for the service without a name.
    ///   - scope: How long an instance is cached; ``ServiceScope/singleton`` by default.
    ///   - fileID: The file that messages name. Defaults to the call site.
    ///   - line: The line that messages name. Defaults to the call site.
    @inlinable
    @MainActor
    public func registerMain<S: MainInjectable>(
        _ type: S.Type, name: ServiceName?, scope: ServiceScope = .singleton, fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        registerMain(type, as: type, name: name, scope: scope, fileID: fileID, line: line) { $0 }
    }

    /// Registers a service that a main-actor type provides, which is created by its initialiser.
    ///
    /// - Parameters:
    ///   - type: The service, often a protocol. It need not be `Sendable`.
    ///   - implementation: The type that is created.
    ///   - name: The name to resolve it by; nil, the default, for the service without a name.
    ///   - scope: How long an instance is cached; ``ServiceScope/singleton`` by default.
    ///   - fileID: The file that messages name. Defaults to the call site.
    ///   - line: The line that messages name. Defaults to the call site.
    ///   - provide: Returns the service that an instance provides. With `{ $0 }` the compiler checks the conformance.
    @inlinable
    @MainActor
    public func registerMain<S, Implementation: MainInjectable>(
        _ type: S.Type, as implementation: Implementation.Type, name: ServiceName? = nil,
        scope: ServiceScope = .singleton, fileID: StaticString = #fileID, line: UInt = #line,
        provide: @escaping @MainActor (Implementation) throws -> S
    ) {
        storage.register(
            ServiceIdentity(type, name: name),
            .sync(SyncFactory(main: { try provide(Implementation.make(in: ServiceEnv.current)) })),
            Registration.Options(
                scope: scope, needs: DeclaredNeeds(of: Implementation.needs), fileID: fileID, line: line))
    }

    /// Registers the default implementation of a main-actor type that also has an initialiser for services. To create an
    /// instance with the initialiser, write `registerMain(T.self, as: T.self) { $0 }`.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - fileID: The file that messages name. Defaults to the call site.
    ///   - line: The line that messages name. Defaults to the call site.
    @inlinable
    @MainActor
    public func registerMain<S: ServiceKey & MainInjectable>(
        _ type: S.Type, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        registerMain(type, scope: .singleton, fileID: fileID, line: line) { S.default }
    }

    /// Registers the default implementation of a main-actor type that also has an initialiser for services.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - scope: How long an instance is cached.
    ///   - fileID: The file that messages name. Defaults to the call site.
    ///   - line: The line that messages name. Defaults to the call site.
    @inlinable
    @MainActor
    public func registerMain<S: ServiceKey & MainInjectable>(
        _ type: S.Type, scope: ServiceScope, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        registerMain(type, scope: scope, fileID: fileID, line: line) { S.default }
    }
}
