#if Health
public import Service

extension ServiceEnv {
    /// Registers an asynchronous service together with a fallback that serves while it cannot be created.
    ///
    /// Synchronous callers get the fallback while the service is degraded. If a probe is due then, a task of its own runs it.
    ///
    /// - Parameters:
    ///   - type: The service, often a protocol.
    ///   - name: The name to resolve it by; nil, the default, for the service without a name.
    ///   - scope: How long an instance is cached; ``/Service/ServiceScope/singleton`` by default.
    ///   - health: The manager's name for the service.
    ///   - manager: Records the health. Its policy and clock decide when the live service is tried again.
    ///   - fallbackKind: What the fallback can do.
    ///   - fallback: Creates the fallback.
    ///   - onShutdown: Shuts down an instance, live or fallback. By default, nothing is shut down.
    ///   - fileID: The file that messages name. Defaults to the call site.
    ///   - line: The line that messages name. Defaults to the call site.
    ///   - factory: Creates the live service, as for
    ///     ``register(_:name:scope:health:manager:fallbackKind:fallback:onShutdown:fileID:line:factory:)``.
    public func registerAsync<S: Sendable>(
        _ type: S.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton, health: ServiceID,
        manager: ServiceHealthManager = .shared, fallbackKind: FallbackKind = .readOnly,
        fallback: @escaping @Sendable () async throws -> S, onShutdown: (@Sendable (S) async throws -> Void)? = nil,
        fileID: StaticString = #fileID, line: UInt = #line, factory: @escaping @Sendable () async throws -> S
    ) {
        registerAsync(
            type, name: name, scope: scope, needs: nil, onShutdown: onShutdown, fileID: fileID, line: line,
            makeSource: { context in
                FallbackSource(
                    health, fallbackKind, manager, context, makeFallback: .async { .of(try await fallback()) })
            }, factory: factory)
    }

    /// Registers an asynchronous service together with the services it needs, and a fallback that serves while it cannot be
    /// created.
    ///
    /// The fallback gets none of the needs: they may be what failed.
    ///
    /// - Parameters:
    ///   - type: The service, often a protocol.
    ///   - name: The name to resolve it by; nil, the default, for the service without a name.
    ///   - scope: How long an instance is cached; ``/Service/ServiceScope/singleton`` by default.
    ///   - first: The first service it needs.
    ///   - rest: The others.
    ///   - health: The manager's name for the service.
    ///   - manager: Records the health. Its policy and clock decide when the live service is tried again.
    ///   - fallbackKind: What the fallback can do.
    ///   - fallback: Creates the fallback.
    ///   - onShutdown: Shuts down an instance, live or fallback. By default, nothing is shut down.
    ///   - fileID: The file that messages name. Defaults to the call site.
    ///   - line: The line that messages name. Defaults to the call site.
    ///   - factory: Creates the live service from the services it needs, in their order.
    public func registerAsync<S: Sendable, First: Sendable, each Rest: Sendable>(
        _ type: S.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton,
        needs first: First.Type, _ rest: repeat (each Rest).Type, health: ServiceID,
        manager: ServiceHealthManager = .shared, fallbackKind: FallbackKind = .readOnly,
        fallback: @escaping @Sendable () async throws -> S, onShutdown: (@Sendable (S) async throws -> Void)? = nil,
        fileID: StaticString = #fileID, line: UInt = #line,
        factory: @escaping @Sendable (First, repeat each Rest) async throws -> S
    ) {
        registerAsync(
            type, name: name, scope: scope, needs: DeclaredNeeds(first, repeat each rest), onShutdown: onShutdown,
            fileID: fileID, line: line,
            makeSource: { context in
                FallbackSource(
                    health, fallbackKind, manager, context, makeFallback: .async { .of(try await fallback()) })
            },
            factory: {
                let environment = ServiceEnv.current
                return try await factory(
                    environment.resolveAsync(First.self), repeat environment.resolveAsync((each Rest).self))
            })
    }

    /// Registers a service together with services it needs that have a name or may be missing, and a fallback that serves
    /// while it cannot be created.
    ///
    /// Its parameters are those of the form that takes the types of the needs alone.
    public func registerAsync<S: Sendable, First: Sendable, each Rest: Sendable>(
        _ type: S.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton,
        needs first: Need<First>, _ rest: repeat Need<each Rest>, health: ServiceID,
        manager: ServiceHealthManager = .shared, fallbackKind: FallbackKind = .readOnly,
        fallback: @escaping @Sendable () async throws -> S, onShutdown: (@Sendable (S) async throws -> Void)? = nil,
        fileID: StaticString = #fileID, line: UInt = #line,
        factory: @escaping @Sendable (First, repeat each Rest) async throws -> S
    ) {
        registerAsync(
            type, name: name, scope: scope, needs: DeclaredNeeds(first, repeat each rest), onShutdown: onShutdown,
            fileID: fileID, line: line,
            makeSource: { context in
                FallbackSource(
                    health, fallbackKind, manager, context, makeFallback: .async { .of(try await fallback()) })
            },
            factory: { try await factory(first.resolveAsync(), repeat (each rest).resolveAsync()) })
    }
}
#endif
