extension ServiceEnv {
    /// Registers an asynchronous factory for a service. The newest registration of a service wins.
    ///
    /// ```swift
    /// env.registerAsync(Pool.self) { try await Pool.connect() }
    /// try await env.warmUp()
    /// let pool = try env.resolve(Pool.self)
    /// ```
    ///
    /// The factory runs once for all tasks that ask, in a task of its own. Cancelling one waiter does not end it; it is
    /// cancelled when every waiter has left. If it ignores that, it may still run while the next caller starts it again, and
    /// its instance is dropped. Once created, an instance resolves synchronously as well.
    ///
    /// - Parameters:
    ///   - type: The service, often a protocol.
    ///   - name: The name to resolve it by; nil, the default, for the service without a name.
    ///   - scope: How long an instance is cached; ``ServiceScope/singleton`` by default. A service that is not cached
    ///     can only be resolved asynchronously.
    ///   - onShutdown: Shuts down an instance, as for ``register(_:name:scope:onShutdown:fileID:line:factory:)``.
    ///   - fileID: The file that messages name. Defaults to the call site.
    ///   - line: The line that messages name. Defaults to the call site.
    ///   - factory: Creates an instance. Errors reach every waiter and are never cached.
    @inlinable
    public func registerAsync<S: Sendable>(
        _ type: S.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton,
        onShutdown: (@Sendable (S) async throws -> Void)? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        factory: @escaping @Sendable () async throws -> S
    ) {
        storage.register(
            ServiceIdentity(type, name: name), .async(AsyncFactory(factory)),
            Registration.Options(
                scope: scope, onShutdown: Registration.shutdown(onShutdown), fileID: fileID, line: line))
    }
}
