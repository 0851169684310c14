extension ServiceEnv {
    /// Registers a service whose factory resolves what it needs itself, and declares which services that are.
    ///
    /// For needs that depend on how the program was started. ``validate()`` follows them and does not run the factory. Where
    /// they are always the same, `needs:` is shorter, and hands them to the factory.
    ///
    /// ```swift
    /// var needs = [ServiceNeed((any Database).self)]
    /// if sendsMail { needs.append(ServiceNeed(Mailer.self)) }
    /// env.register(Archivist.self, declaring: needs) {
    ///     Archivist(try env.resolve((any Database).self), mailer: sendsMail ? try env.resolve(Mailer.self) : nil)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type to resolve it by.
    ///   - name: The name to resolve it by; nil, the default, for the service without a name.
    ///   - scope: How long an instance is cached; `.singleton` by default.
    ///   - needs: The services that the factory resolves; an empty list if there are none.
    ///   - onShutdown: Shuts down an instance. By default, nothing is shut down.
    ///   - fileID: The file that messages name. Defaults to the call site.
    ///   - line: The line that messages name. Defaults to the call site.
    ///   - factory: Creates an instance.
    @inlinable
    public func register<S: Sendable>(
        _ type: S.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton, declaring needs: [ServiceNeed],
        onShutdown: (@Sendable (S) async throws -> Void)? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        factory: @escaping @Sendable () throws -> S
    ) {
        storage.register(
            ServiceIdentity(type, name: name), .sync(SyncFactory(factory)),
            Registration.Options(
                scope: scope, needs: DeclaredNeeds(of: needs), onShutdown: Registration.shutdown(onShutdown),
                fileID: fileID, line: line))
    }
}
