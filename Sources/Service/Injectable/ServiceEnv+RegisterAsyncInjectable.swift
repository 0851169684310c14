extension ServiceEnv {
    /// Registers a type by its asynchronous initialiser. ``validate()`` and ``graph`` know what it needs.
    ///
    /// - Parameters:
    ///   - type: The type, which is also what it is resolved by.
    ///   - name: The name to resolve it by; nil, the default, for the service without a name.
    ///   - scope: How long an instance is cached; ``ServiceScope/singleton`` by default.
    ///   - fileID: The file that messages name. Defaults to the call site.
    ///   - line: The line that messages name. Defaults to the call site.
    @inlinable
    public func registerAsync<S: AsyncInjectable>(
        _ type: S.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton, fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        registerAsync(type, as: type, name: name, scope: scope, fileID: fileID, line: line) { $0 }
    }

    /// Registers a service that a type provides, which is created by its asynchronous initialiser.
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
    public func registerAsync<S: Sendable, Implementation: AsyncInjectable>(
        _ type: S.Type, as implementation: Implementation.Type, name: ServiceName? = nil,
        scope: ServiceScope = .singleton, fileID: StaticString = #fileID, line: UInt = #line,
        provide: @escaping @Sendable (Implementation) throws -> S
    ) {
        storage.register(
            ServiceIdentity(type, name: name),
            .async(AsyncFactory { try provide(await Implementation.make(in: ServiceEnv.current)) }),
            Registration.Options(
                scope: scope, needs: Implementation.needs.map(\.identity), fileID: fileID, line: line))
    }
}
