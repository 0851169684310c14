extension ServiceEnv {
    /// Adds a service to those of a type that ``resolveAll(_:)`` returns together.
    ///
    /// ```swift
    /// env.contribute((any Plugin).self) { Spellcheck() }
    /// env.contribute((any Plugin).self) { Thesaurus() }
    /// let plugins = try env.resolveAll((any Plugin).self)
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type that is contributed to, often a protocol.
    ///   - scope: How long this contribution's instance is cached; ``ServiceScope/singleton`` by default.
    ///   - fileID: The file that messages name. Defaults to the call site.
    ///   - line: The line that messages name. Defaults to the call site.
    ///   - factory: Creates an instance.
    @inlinable
    public func contribute<S: Sendable>(
        _ type: S.Type, scope: ServiceScope = .singleton, fileID: StaticString = #fileID, line: UInt = #line,
        factory: @escaping @Sendable () throws -> S
    ) {
        storage.contribute(
            to: type, .sync(SyncFactory(factory)),
            Registration.Options(scope: scope, fileID: fileID, line: line))
    }

    /// Adds a service to those of a type that ``resolveAllMain(_:)`` returns together on the main actor.
    ///
    /// - Parameters:
    ///   - type: The type that is contributed to. It need not be `Sendable`.
    ///   - scope: How long this contribution's instance is cached; ``ServiceScope/singleton`` by default.
    ///   - fileID: The file that messages name. Defaults to the call site.
    ///   - line: The line that messages name. Defaults to the call site.
    ///   - factory: Creates an instance.
    @inlinable
    @MainActor
    public func contributeMain<S>(
        _ type: S.Type, scope: ServiceScope = .singleton, fileID: StaticString = #fileID, line: UInt = #line,
        factory: @escaping @MainActor () throws -> S
    ) {
        storage.contribute(
            to: type, .sync(SyncFactory(main: factory)),
            Registration.Options(scope: scope, fileID: fileID, line: line))
    }
}
