extension ServiceEnv {
    /// Registers an asynchronous factory for a service; the newest registration of a type counts.
    ///
    /// ```swift
    /// env.registerAsync(Pool.self) { try await Pool.connect() }
    /// try await env.warmUp()
    /// let pool = try env.resolve(Pool.self)
    /// ```
    ///
    /// The factory runs once however many tasks ask, in a task of its own that no single waiter's cancellation ends: only
    /// when all who waited have left it is cancelled. Once made, the instance resolves synchronously as well.
    ///
    /// - Parameters:
    ///   - type: The service, often a protocol.
    ///   - name: The name to resolve it by; without one it is the service of the type.
    ///   - scope: How long an instance is kept; ``ServiceScope/singleton`` by default. One that is not kept can only be
    ///     resolved asynchronously.
    ///   - fileID: The file to name in messages; leave it out.
    ///   - line: The line to name in messages; leave it out.
    ///   - factory: Makes an instance. What it throws reaches everybody who asked; nothing is kept of a failure.
    @inlinable
    public func registerAsync<S: Sendable>(
        _ type: S.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton,
        fileID: StaticString = #fileID, line: UInt = #line,
        factory: @escaping @Sendable () async throws -> S
    ) {
        storage.register(
            ServiceIdentity(type, name: name), scope: scope, factory: .makingAsync(factory),
            place: RegistrationPlace(fileID: fileID, line: line))
    }

    /// Registers an asynchronous factory together with the services it needs, which it receives resolved.
    ///
    /// - Parameters:
    ///   - type: The service, often a protocol.
    ///   - name: The name to resolve it by; without one it is the service of the type.
    ///   - scope: How long an instance is kept; ``ServiceScope/singleton`` by default.
    ///   - first: The first service it needs.
    ///   - rest: The others.
    ///   - fileID: The file to name in messages; leave it out.
    ///   - line: The line to name in messages; leave it out.
    ///   - factory: Makes an instance from the services it needs, in their order.
    @inlinable
    public func registerAsync<S: Sendable, First: Sendable, each Rest: Sendable>(
        _ type: S.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton,
        needs first: First.Type, _ rest: repeat (each Rest).Type,
        fileID: StaticString = #fileID, line: UInt = #line,
        factory: @escaping @Sendable (First, repeat each Rest) async throws -> S
    ) {
        storage.register(
            ServiceIdentity(type, name: name), scope: scope,
            factory: .makingAsync {
                let environment = ServiceEnv.current
                return try await factory(
                    environment.resolveAsync(First.self), repeat environment.resolveAsync((each Rest).self))
            },
            needs: ServiceIdentity.list(First.self, repeat (each Rest).self),
            place: RegistrationPlace(fileID: fileID, line: line))
    }
}

extension Registration.Factory {
    /// An asynchronous factory that boxes what a typed one returns.
    @inlinable
    static func makingAsync<S: Sendable>(_ factory: @escaping @Sendable () async throws -> S) -> Self {
        .async { ErasedValue(try await factory()) }
    }
}
