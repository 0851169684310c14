extension ServiceEnv {
    /// Registers a factory for a service that has to be shut down.
    ///
    /// ```swift
    /// env.register(Pool.self, onShutdown: { await $0.close() }) { Pool(configuration) }
    /// ```
    ///
    /// Every instance that this environment kept is shut down once, by ``shutdown(timeout:)``, also one that a reset or
    /// another registration has dropped since; the environment holds it until then. Instances of a scope that is not kept
    /// are not shut down.
    ///
    /// - Parameters:
    ///   - type: The service, often a protocol.
    ///   - name: The name to resolve it by; without one it is the service of the type.
    ///   - scope: How long an instance is kept; ``ServiceScope/singleton`` by default.
    ///   - onShutdown: Shuts an instance down. What it throws is collected.
    ///   - fileID: The file to name in messages; leave it out.
    ///   - line: The line to name in messages; leave it out.
    ///   - factory: Makes an instance, see ``register(_:scope:fileID:line:factory:)``.
    @inlinable
    public func register<S: Sendable>(
        _ type: S.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton,
        onShutdown: @escaping @Sendable (S) async throws -> Void,
        fileID: StaticString = #fileID, line: UInt = #line,
        factory: @escaping @Sendable () throws -> S
    ) {
        storage.register(
            ServiceIdentity(type, name: name), scope: scope, factory: .making(factory),
            place: RegistrationPlace(fileID: fileID, line: line),
            onShutdown: { value in try await onShutdown(value.take(as: S.self)) })
    }

    /// Registers a factory of the main actor for a service that has to be shut down.
    ///
    /// - Parameters:
    ///   - type: The service, which need not be `Sendable`.
    ///   - name: The name to resolve it by; without one it is the service of the type.
    ///   - scope: How long an instance is kept; ``ServiceScope/singleton`` by default.
    ///   - onShutdown: Shuts an instance down, on the main actor. What it throws is collected.
    ///   - fileID: The file to name in messages; leave it out.
    ///   - line: The line to name in messages; leave it out.
    ///   - factory: Makes an instance, see ``registerMain(_:scope:fileID:line:factory:)``.
    @inlinable
    @MainActor
    public func registerMain<S>(
        _ type: S.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton,
        onShutdown: @escaping @MainActor (S) async throws -> Void,
        fileID: StaticString = #fileID, line: UInt = #line,
        factory: @escaping @MainActor () throws -> S
    ) {
        let onShutdown = MainOwned(onShutdown)
        storage.register(
            ServiceIdentity(type, name: name), scope: scope, factory: .makingMain(factory),
            place: RegistrationPlace(fileID: fileID, line: line),
            onShutdown: { value in try await Self.shutDown(value, with: onShutdown) }, isolation: MainActor.shared)
    }

    @inlinable
    @MainActor
    static func shutDown<S>(
        _ value: ErasedValue, with body: MainOwned<@MainActor (S) async throws -> Void>
    ) async throws {
        try await body.value(value.take(as: S.self))
    }

    /// Registers an asynchronous factory for a service that has to be shut down.
    ///
    /// - Parameters:
    ///   - type: The service, often a protocol.
    ///   - name: The name to resolve it by; without one it is the service of the type.
    ///   - scope: How long an instance is kept; ``ServiceScope/singleton`` by default.
    ///   - onShutdown: Shuts an instance down. What it throws is collected.
    ///   - fileID: The file to name in messages; leave it out.
    ///   - line: The line to name in messages; leave it out.
    ///   - factory: Makes an instance, see ``registerAsync(_:name:scope:fileID:line:factory:)``.
    @inlinable
    public func registerAsync<S: Sendable>(
        _ type: S.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton,
        onShutdown: @escaping @Sendable (S) async throws -> Void,
        fileID: StaticString = #fileID, line: UInt = #line,
        factory: @escaping @Sendable () async throws -> S
    ) {
        storage.register(
            ServiceIdentity(type, name: name), scope: scope, factory: .makingAsync(factory),
            place: RegistrationPlace(fileID: fileID, line: line),
            onShutdown: { value in try await onShutdown(value.take(as: S.self)) })
    }
}
