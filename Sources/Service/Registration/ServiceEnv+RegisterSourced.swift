extension ServiceEnv {
    /// Registers a service whose instances come from a source.
    ///
    /// - Parameters:
    ///   - needs: The services that the factory resolves, if they are declared.
    ///   - makeSource: Creates the source, once for each environment that creates the service itself, and again after a
    ///     reset.
    package func register<S: Sendable>(
        _ type: S.Type, name: ServiceName?, scope: ServiceScope, needs: DeclaredNeeds?,
        onShutdown: (@Sendable (S) async throws -> Void)?, fileID: StaticString, line: UInt,
        makeSource: @escaping @Sendable (CreationSourceContext) -> any CreationSource,
        factory: @escaping @Sendable () throws -> S
    ) {
        storage.register(
            ServiceIdentity(type, name: name), .sync(SyncFactory(factory)),
            Registration.Options(
                scope: scope, needs: needs,
                onShutdown: Registration.shutdown(onShutdown), makeSource: makeSource,
                fileID: fileID, line: line))
    }

    /// Registers a main-actor service whose instances come from a source.
    @MainActor
    package func registerMain<S>(
        _ type: S.Type, name: ServiceName?, scope: ServiceScope, needs: DeclaredNeeds?,
        onShutdown: (@MainActor (S) async throws -> Void)?, fileID: StaticString, line: UInt,
        makeSource: @escaping @Sendable (CreationSourceContext) -> any CreationSource,
        factory: @escaping @MainActor () throws -> S
    ) {
        storage.register(
            ServiceIdentity(type, name: name), .sync(SyncFactory(main: factory)),
            Registration.Options(
                scope: scope, needs: needs,
                onShutdown: Registration.mainShutdown(onShutdown), makeSource: makeSource,
                fileID: fileID, line: line))
    }

    /// Registers a service with an asynchronous factory whose instances come from a source.
    package func registerAsync<S: Sendable>(
        _ type: S.Type, name: ServiceName?, scope: ServiceScope, needs: DeclaredNeeds?,
        onShutdown: (@Sendable (S) async throws -> Void)?, fileID: StaticString, line: UInt,
        makeSource: @escaping @Sendable (CreationSourceContext) -> any CreationSource,
        factory: @escaping @Sendable () async throws -> S
    ) {
        storage.register(
            ServiceIdentity(type, name: name), .async(AsyncFactory(factory)),
            Registration.Options(
                scope: scope, needs: needs,
                onShutdown: Registration.shutdown(onShutdown), makeSource: makeSource,
                fileID: fileID, line: line))
    }
}

extension Instance {
    /// Returns an instance of a value that any thread may read.
    package static func of<S: Sendable>(_ value: S) -> Instance { InstanceOf(value) }

    /// Returns an instance of a value that belongs to the main actor.
    @MainActor
    package static func ofMain<S>(_ value: S) -> Instance { MainInstanceOf(value) }
}
