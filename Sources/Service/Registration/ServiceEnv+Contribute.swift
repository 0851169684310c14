extension ServiceEnv {
    /// Adds one of many services of a type, which ``resolveAll(_:)`` returns together.
    ///
    /// ```swift
    /// env.contribute(Plugin.self) { Spellcheck() }
    /// env.contribute(Plugin.self) { Thesaurus() }
    /// let plugins = try env.resolveAll(Plugin.self)
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type that is contributed to, often a protocol.
    ///   - scope: How long this contribution's instance is kept; ``ServiceScope/singleton`` by default.
    ///   - fileID: The file to name in messages; leave it out.
    ///   - line: The line to name in messages; leave it out.
    ///   - factory: Makes an instance.
    @inlinable
    public func contribute<S: Sendable>(
        _ type: S.Type, scope: ServiceScope = .singleton, fileID: StaticString = #fileID, line: UInt = #line,
        factory: @escaping @Sendable () throws -> S
    ) {
        storage.register(
            ServiceIdentity(contributionTo: type), scope: scope, factory: .making(factory),
            place: RegistrationPlace(fileID: fileID, line: line))
    }

    /// Adds one of many services of a type on the main actor, which ``resolveAllMain(_:)`` returns together.
    ///
    /// - Parameters:
    ///   - type: The type that is contributed to. It need not be `Sendable`.
    ///   - scope: How long this contribution's instance is kept; ``ServiceScope/singleton`` by default.
    ///   - fileID: The file to name in messages; leave it out.
    ///   - line: The line to name in messages; leave it out.
    ///   - factory: Makes an instance.
    @inlinable
    @MainActor
    public func contributeMain<S>(
        _ type: S.Type, scope: ServiceScope = .singleton, fileID: StaticString = #fileID, line: UInt = #line,
        factory: @escaping @MainActor () throws -> S
    ) {
        storage.register(
            ServiceIdentity(contributionTo: type), scope: scope, factory: .makingMain(factory),
            place: RegistrationPlace(fileID: fileID, line: line), isolation: MainActor.shared)
    }
}
