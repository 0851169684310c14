public import Service

extension ServiceEnv {
    /// Registers a service together with a fallback that serves while the live service cannot be made.
    ///
    /// ```swift
    /// env.register(Inventory.self, health: .inventory, fallback: { LastKnownInventory() }) {
    ///     try DiskInventory(path: path)
    /// }
    /// ```
    ///
    /// A factory that throws degrades the service at once. One fallback is made then, and serves everyone until the live
    /// service is back: after the manager's recovery interval the next resolution runs the factory again, once, while
    /// everybody else gets the fallback without waiting. Wrappers do not keep a fallback, and a singleton made with one
    /// inside is made anew when the live service is back.
    ///
    /// - Parameters:
    ///   - type: The service, often a protocol.
    ///   - name: The name to resolve it by; without one it is the service of the type.
    ///   - scope: How long an instance is kept; ``ServiceScope/singleton`` by default.
    ///   - health: What the manager calls the service.
    ///   - manager: Where health is recorded, and whose policy and clock say when the live service is tried again.
    ///   - fallbackKind: What the fallback can do.
    ///   - fileID: The file to name in messages; leave it out.
    ///   - line: The line to name in messages; leave it out.
    ///   - fallback: Makes what serves in the meantime. Where it throws too, the caller gets the live factory's error.
    ///   - factory: Makes the live service. `notRegistered`, `circularDependency` and `maxDepthExceeded` are errors in
    ///     the wiring: they reach the caller, and no fallback hides them.
    public func register<S: Sendable>(
        _ type: S.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton, health: ServiceID,
        manager: ServiceHealthManager = .shared, fallbackKind: FallbackKind = .readOnly,
        fileID: StaticString = #fileID, line: UInt = #line, fallback: @escaping @Sendable () throws -> S,
        factory: @escaping @Sendable () throws -> S
    ) {
        registerProvisional(type, name: name, scope: scope, fileID: fileID, line: line) { isRehearsal in
            DegradingSource(
                FallbackLedger(service: health, kind: fallbackKind, manager: manager, isRehearsal: isRehearsal),
                fallback: fallback, factory: factory)
        }
    }

    /// Registers a service of the main actor together with a fallback that serves while it cannot be made.
    ///
    /// - Parameters:
    ///   - type: The service, which need not be `Sendable`.
    ///   - name: The name to resolve it by; without one it is the service of the type.
    ///   - scope: How long an instance is kept; ``ServiceScope/singleton`` by default.
    ///   - health: What the manager calls the service.
    ///   - manager: Where health is recorded, and whose policy and clock say when the live service is tried again.
    ///   - fallbackKind: What the fallback can do.
    ///   - fileID: The file to name in messages; leave it out.
    ///   - line: The line to name in messages; leave it out.
    ///   - fallback: Makes what serves in the meantime.
    ///   - factory: Makes the live service. See ``register(_:name:scope:health:manager:fallbackKind:fileID:line:fallback:factory:)``.
    @MainActor
    public func registerMain<S>(
        _ type: S.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton, health: ServiceID,
        manager: ServiceHealthManager = .shared, fallbackKind: FallbackKind = .readOnly,
        fileID: StaticString = #fileID, line: UInt = #line, fallback: @escaping @MainActor () throws -> S,
        factory: @escaping @MainActor () throws -> S
    ) {
        registerMainProvisional(type, name: name, scope: scope, fileID: fileID, line: line) { isRehearsal in
            MainDegradingSource(
                FallbackLedger(service: health, kind: fallbackKind, manager: manager, isRehearsal: isRehearsal),
                fallback: fallback, factory: factory)
        }
    }

    /// Registers a service that is made asynchronously, together with a fallback that serves while it cannot be made.
    ///
    /// Whoever resolves it synchronously gets the fallback while it is degraded; a probe that is due then is made by a task
    /// of its own.
    ///
    /// - Parameters:
    ///   - type: The service, often a protocol.
    ///   - name: The name to resolve it by; without one it is the service of the type.
    ///   - scope: How long an instance is kept; ``ServiceScope/singleton`` by default.
    ///   - health: What the manager calls the service.
    ///   - manager: Where health is recorded, and whose policy and clock say when the live service is tried again.
    ///   - fallbackKind: What the fallback can do.
    ///   - fileID: The file to name in messages; leave it out.
    ///   - line: The line to name in messages; leave it out.
    ///   - fallback: Makes what serves in the meantime.
    ///   - factory: Makes the live service. See ``register(_:name:scope:health:manager:fallbackKind:fileID:line:fallback:factory:)``.
    public func registerAsync<S: Sendable>(
        _ type: S.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton, health: ServiceID,
        manager: ServiceHealthManager = .shared, fallbackKind: FallbackKind = .readOnly,
        fileID: StaticString = #fileID, line: UInt = #line,
        fallback: @escaping @Sendable () async throws -> S,
        factory: @escaping @Sendable () async throws -> S
    ) {
        registerAsyncProvisional(type, name: name, scope: scope, fileID: fileID, line: line) { isRehearsal in
            AsyncDegradingSource(
                FallbackLedger(service: health, kind: fallbackKind, manager: manager, isRehearsal: isRehearsal),
                fallback: fallback, factory: factory)
        }
    }
}
