#if Health
public import Service

extension ServiceEnv {
    /// Registers a service together with a fallback that serves while the live service cannot be created.
    ///
    /// ```swift
    /// env.register((any Inventory).self, health: .inventory, fallback: { LastKnownInventory() }) {
    ///     try DiskInventory(path: path)
    /// }
    /// ```
    ///
    /// A factory that throws degrades the service immediately. One fallback is created then, and serves all callers until
    /// the live service is back: after the manager's recovery interval the next resolution runs the factory again, once,
    /// while all other callers get the fallback without waiting. Where several callers create instances at the same time, as of a
    /// transient service, and all fail, each may create a fallback: the first one serves, and the others are released.
    ///
    /// Wrappers do not store a fallback, and a singleton created with one inside is created again when the live service is back.
    ///
    /// - Parameters:
    ///   - type: The service, often a protocol.
    ///   - name: The name to resolve it by; nil, the default, for the service without a name.
    ///   - scope: How long an instance is cached; ``/Service/ServiceScope/singleton`` by default.
    ///   - health: The manager's name for the service.
    ///   - manager: Records the health. Its policy and clock decide when the live service is tried again.
    ///   - fallbackKind: What the fallback can do.
    ///   - fallback: Creates the fallback. If it throws too, the caller gets the live factory's error.
    ///   - onShutdown: Shuts down an instance, live or fallback. By default, nothing is shut down.
    ///   - fileID: The file that messages name. Defaults to the call site.
    ///   - line: The line that messages name. Defaults to the call site.
    ///   - factory: Creates the live service. `notRegistered`, `circularDependency` and `maxDepthExceeded` are errors in
    ///     the wiring: they reach the caller, and no fallback hides them. Nor does it hide that something the factory resolves
    ///     is not created yet (``/Service/AsyncServiceNotReadyError``), takes other arguments
    ///     (``/Service/ArgumentMismatchError``), has no factory (``/Service/MissingFactoryError``), is a value in the scope
    ///     `.weak` (``/Service/WeakScopeError``) or is in an environment that was shut down
    ///     (``/Service/EnvironmentShutDownError``).
    public func register<S: Sendable>(
        _ type: S.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton, health: ServiceID,
        manager: ServiceHealthManager = .shared, fallbackKind: FallbackKind = .readOnly,
        fallback: @escaping @Sendable () throws -> S, onShutdown: (@Sendable (S) async throws -> Void)? = nil,
        fileID: StaticString = #fileID, line: UInt = #line, factory: @escaping @Sendable () throws -> S
    ) {
        register(
            type, name: name, scope: scope, needs: nil, onShutdown: onShutdown, fileID: fileID, line: line,
            makeSource: { context in
                FallbackSource(health, fallbackKind, manager, context, makeFallback: .sync { .of(try fallback()) })
            }, factory: factory)
    }

    /// Registers a service together with the services it needs, and a fallback that serves while it cannot be created.
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
    public func register<S: Sendable, First: Sendable, each Rest: Sendable>(
        _ type: S.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton,
        needs first: First.Type, _ rest: repeat (each Rest).Type, health: ServiceID,
        manager: ServiceHealthManager = .shared, fallbackKind: FallbackKind = .readOnly,
        fallback: @escaping @Sendable () throws -> S, onShutdown: (@Sendable (S) async throws -> Void)? = nil,
        fileID: StaticString = #fileID, line: UInt = #line,
        factory: @escaping @Sendable (First, repeat each Rest) throws -> S
    ) {
        register(
            type, name: name, scope: scope, needs: DeclaredNeeds(first, repeat each rest), onShutdown: onShutdown,
            fileID: fileID, line: line,
            makeSource: { context in
                FallbackSource(health, fallbackKind, manager, context, makeFallback: .sync { .of(try fallback()) })
            },
            factory: {
                let environment = ServiceEnv.current
                return try factory(environment.resolve(First.self), repeat environment.resolve((each Rest).self))
            })
    }

    /// Registers a service together with services it needs that have a name or may be missing, and a fallback that serves
    /// while it cannot be created.
    ///
    /// The parameters are those of the form whose needs are types only.
    public func register<S: Sendable, First: Sendable, each Rest: Sendable>(
        _ type: S.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton,
        needs first: Need<First>, _ rest: repeat Need<each Rest>, health: ServiceID,
        manager: ServiceHealthManager = .shared, fallbackKind: FallbackKind = .readOnly,
        fallback: @escaping @Sendable () throws -> S, onShutdown: (@Sendable (S) async throws -> Void)? = nil,
        fileID: StaticString = #fileID, line: UInt = #line,
        factory: @escaping @Sendable (First, repeat each Rest) throws -> S
    ) {
        register(
            type, name: name, scope: scope, needs: DeclaredNeeds(first, repeat each rest), onShutdown: onShutdown,
            fileID: fileID, line: line,
            makeSource: { context in
                FallbackSource(health, fallbackKind, manager, context, makeFallback: .sync { .of(try fallback()) })
            },
            factory: { try factory(first.resolve(), repeat (each rest).resolve()) })
    }
}
#endif
