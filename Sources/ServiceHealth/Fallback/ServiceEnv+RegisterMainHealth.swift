#if Health
public import Service

extension ServiceEnv {
    /// Registers a main-actor service together with a fallback that serves while it cannot be created.
    ///
    /// - Parameters:
    ///   - type: The service, which need not be `Sendable`.
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
    @MainActor
    public func registerMain<S>(
        _ type: S.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton, health: ServiceID,
        manager: ServiceHealthManager = .shared, fallbackKind: FallbackKind = .readOnly,
        fallback: @escaping @MainActor () throws -> S, onShutdown: (@MainActor (S) async throws -> Void)? = nil,
        fileID: StaticString = #fileID, line: UInt = #line, factory: @escaping @MainActor () throws -> S
    ) {
        let makeFallback: FallbackSource.Factory = .main(fallback)
        registerMain(
            type, name: name, scope: scope, needs: nil, onShutdown: onShutdown, fileID: fileID, line: line,
            makeSource: { FallbackSource(health, fallbackKind, manager, $0, makeFallback: makeFallback) },
            factory: factory)
    }

    /// Registers a main-actor service together with the services it needs, and a fallback that serves while it cannot be
    /// created.
    ///
    /// The fallback gets none of the needs: they may be what failed.
    ///
    /// - Parameters:
    ///   - type: The service, which need not be `Sendable`.
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
    @MainActor
    public func registerMain<S, First, each Rest>(
        _ type: S.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton,
        needs first: First.Type, _ rest: repeat (each Rest).Type, health: ServiceID,
        manager: ServiceHealthManager = .shared, fallbackKind: FallbackKind = .readOnly,
        fallback: @escaping @MainActor () throws -> S, onShutdown: (@MainActor (S) async throws -> Void)? = nil,
        fileID: StaticString = #fileID, line: UInt = #line,
        factory: @escaping @MainActor (First, repeat each Rest) throws -> S
    ) {
        let makeFallback: FallbackSource.Factory = .main(fallback)
        registerMain(
            type, name: name, scope: scope, needs: DeclaredNeeds(first, repeat each rest), onShutdown: onShutdown,
            fileID: fileID, line: line,
            makeSource: { FallbackSource(health, fallbackKind, manager, $0, makeFallback: makeFallback) },
            factory: {
                let environment = ServiceEnv.current
                return try factory(
                    environment.resolveMain(First.self), repeat environment.resolveMain((each Rest).self))
            })
    }

    /// Registers a service together with services it needs that have a name or may be missing, and a fallback that serves
    /// while it cannot be created.
    ///
    /// Its parameters are those of the form that takes the types of the needs alone.
    @MainActor
    public func registerMain<S, First, each Rest>(
        _ type: S.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton,
        needs first: Need<First>, _ rest: repeat Need<each Rest>, health: ServiceID,
        manager: ServiceHealthManager = .shared, fallbackKind: FallbackKind = .readOnly,
        fallback: @escaping @MainActor () throws -> S, onShutdown: (@MainActor (S) async throws -> Void)? = nil,
        fileID: StaticString = #fileID, line: UInt = #line,
        factory: @escaping @MainActor (First, repeat each Rest) throws -> S
    ) {
        let makeFallback: FallbackSource.Factory = .main(fallback)
        registerMain(
            type, name: name, scope: scope, needs: DeclaredNeeds(first, repeat each rest), onShutdown: onShutdown,
            fileID: fileID, line: line,
            makeSource: { FallbackSource(health, fallbackKind, manager, $0, makeFallback: makeFallback) },
            factory: { try factory(first.resolve(isMain: true), repeat (each rest).resolve(isMain: true)) })
    }
}

extension FallbackSource.Factory {
    /// Creates a fallback on the main actor, where the container creates main-actor services.
    fileprivate static func main<S>(_ fallback: @escaping @MainActor () throws -> S) -> Self {
        .sync { try MainActor.assumeIsolated { .ofMain(try fallback()) } }
    }
}
#endif
