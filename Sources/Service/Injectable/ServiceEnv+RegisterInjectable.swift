extension ServiceEnv {
    /// Registers a type by its initialiser, as a singleton. ``validate()`` and ``graph`` know what it needs.
    ///
    /// ```swift
    /// env.register(Uploader.self)
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type, which is also what it is resolved by.
    ///   - fileID: The file that messages name. Defaults to the call site.
    ///   - line: The line that messages name. Defaults to the call site.
    @inlinable
    public func register<S: Injectable & Sendable>(_ type: S.Type, fileID: StaticString = #fileID, line: UInt = #line) {
        // Without further parameters: next to one with defaults, `register(_ instance:)` would take the type for an instance.
        register(type, as: type, fileID: fileID, line: line) { $0 }
    }

    /// Registers a type by its initialiser.
    ///
    /// - Parameters:
    ///   - type: The type, which is also what it is resolved by.
    ///   - scope: How long an instance is cached.
    ///   - fileID: The file that messages name. Defaults to the call site.
    ///   - line: The line that messages name. Defaults to the call site.
    @inlinable
    public func register<S: Injectable & Sendable>(
        _ type: S.Type, scope: ServiceScope, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        register(type, as: type, scope: scope, fileID: fileID, line: line) { $0 }
    }

    /// Registers a type by its initialiser, under a name.
    ///
    /// - Parameters:
    ///   - type: The type, which is also what it is resolved by.
    ///   - name: The name to resolve it by; nil for the service without a name.
    ///   - scope: How long an instance is cached; ``ServiceScope/singleton`` by default.
    ///   - fileID: The file that messages name. Defaults to the call site.
    ///   - line: The line that messages name. Defaults to the call site.
    @inlinable
    public func register<S: Injectable & Sendable>(
        _ type: S.Type, name: ServiceName?, scope: ServiceScope = .singleton, fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        register(type, as: type, name: name, scope: scope, fileID: fileID, line: line) { $0 }
    }

    /// Registers a service that a type provides, which is created by its initialiser.
    ///
    /// ```swift
    /// env.register((any Uploading).self, as: Uploader.self) { $0 }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The service, often a protocol.
    ///   - implementation: The type that is created.
    ///   - name: The name to resolve it by; nil, the default, for the service without a name.
    ///   - scope: How long an instance is cached; ``ServiceScope/singleton`` by default.
    ///   - fileID: The file that messages name. Defaults to the call site.
    ///   - line: The line that messages name. Defaults to the call site.
    ///   - provide: Returns the service that an instance provides. With `{ $0 }` the compiler checks the conformance.
    @inlinable
    public func register<S: Sendable, Implementation: Injectable>(
        _ type: S.Type, as implementation: Implementation.Type, name: ServiceName? = nil,
        scope: ServiceScope = .singleton, fileID: StaticString = #fileID, line: UInt = #line,
        provide: @escaping @Sendable (Implementation) throws -> S
    ) {
        storage.register(
            ServiceIdentity(type, name: name),
            .sync(SyncFactory { try provide(Implementation.make(in: ServiceEnv.current)) }),
            Registration.Options(
                scope: scope, needs: DeclaredNeeds(of: Implementation.needs), fileID: fileID, line: line))
    }

    /// Registers the default implementation of a type that also has an initialiser for services. To create an instance with
    /// the initialiser, write `register(T.self, as: T.self) { $0 }`.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - fileID: The file that messages name. Defaults to the call site.
    ///   - line: The line that messages name. Defaults to the call site.
    @inlinable
    public func register<S: ServiceKey & Injectable & Sendable>(
        _ type: S.Type, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        register(type, scope: .singleton, fileID: fileID, line: line) { S.default }
    }

    /// Registers the default implementation of a type that also has an initialiser for services.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - scope: How long an instance is cached.
    ///   - fileID: The file that messages name. Defaults to the call site.
    ///   - line: The line that messages name. Defaults to the call site.
    @inlinable
    public func register<S: ServiceKey & Injectable & Sendable>(
        _ type: S.Type, scope: ServiceScope, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        register(type, scope: scope, fileID: fileID, line: line) { S.default }
    }
}

// MARK: - Arguments

extension ServiceEnv {
    /// Registers a type whose initialiser takes arguments at each resolution.
    ///
    /// - Parameters:
    ///   - type: The type, which is also what it is resolved by, with `resolve(_:arguments:)`.
    ///   - fileID: The file that messages name. Defaults to the call site.
    ///   - line: The line that messages name. Defaults to the call site.
    @inlinable
    public func register<S: ArgumentInjectable>(
        _ type: S.Type, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        register(type, name: nil, fileID: fileID, line: line)
    }

    /// Registers a type whose initialiser takes arguments at each resolution, under a name.
    ///
    /// - Parameters:
    ///   - type: The type, which is also what it is resolved by.
    ///   - name: The name to resolve it by; nil for the service without a name.
    ///   - fileID: The file that messages name. Defaults to the call site.
    ///   - line: The line that messages name. Defaults to the call site.
    @inlinable
    public func register<S: ArgumentInjectable>(
        _ type: S.Type, name: ServiceName?, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        let creation = type.creation
        storage.register(
            ServiceIdentity(type, arguments: creation.arguments, name: name), .sync(creation.factory),
            Registration.Options(scope: .transient, needs: DeclaredNeeds(of: type.needs), fileID: fileID, line: line))
    }

    /// Registers the default implementation of a type that also has an initialiser with arguments.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - fileID: The file that messages name. Defaults to the call site.
    ///   - line: The line that messages name. Defaults to the call site.
    @inlinable
    public func register<S: ServiceKey & ArgumentInjectable>(
        _ type: S.Type, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        register(type, scope: .singleton, fileID: fileID, line: line) { S.default }
    }

    /// Registers a factory that takes arguments at each resolution, and declares which services it resolves.
    ///
    /// ``validate()`` never runs a factory with arguments, so it knows only what is declared.
    ///
    /// ```swift
    /// env.register(
    ///     YearReport.self, declaring: [ServiceNeed((any Database).self)],
    ///     arguments: { (year: Int) in
    ///         YearReport(database: try env.resolve((any Database).self), year: year)
    ///     })
    /// ```
    ///
    /// - Parameters:
    ///   - type: The service, often a protocol.
    ///   - name: The name to resolve it by; nil, the default, for the service without a name.
    ///   - needs: The services that the factory resolves.
    ///   - fileID: The file that messages name. Defaults to the call site.
    ///   - line: The line that messages name. Defaults to the call site.
    ///   - factory: Creates an instance from the arguments.
    @inlinable
    public func register<S: Sendable, First, each Rest>(
        _ type: S.Type, name: ServiceName? = nil, declaring needs: [ServiceNeed], fileID: StaticString = #fileID,
        line: UInt = #line, arguments factory: @escaping @Sendable (First, repeat each Rest) throws -> S
    ) {
        let creation = ArgumentCreation<S> { (_: ServiceEnv, first: First, rest: repeat each Rest) in
            try factory(first, repeat each rest)
        }
        storage.register(
            ServiceArguments<First, repeat each Rest>.identity(of: type, name: name), .sync(creation.factory),
            Registration.Options(scope: .transient, needs: DeclaredNeeds(of: needs), fileID: fileID, line: line))
    }
}
