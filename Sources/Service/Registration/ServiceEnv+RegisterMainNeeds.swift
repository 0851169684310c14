// One overload for each number of needs up to six. A single one over a parameter pack would do, but where the closure has
// the wrong number of parameters, the compiler would complain of packs of another shape instead of counting.
extension ServiceEnv {
    /// Registers a main-actor factory together with the services it needs, which it receives resolved.
    ///
    /// - Parameters:
    ///   - type: The service. Neither it nor what it needs has to be `Sendable`.
    ///   - name: The name to resolve it by; nil, the default, for the service without a name.
    ///   - scope: How long an instance is cached; ``ServiceScope/singleton`` by default.
    ///   - a: The service it needs. Overloads take more.
    ///   - onShutdown: Shuts down an instance on the main actor.
    ///   - fileID: The file that messages name. Defaults to the call site.
    ///   - line: The line that messages name. Defaults to the call site.
    ///   - factory: Creates an instance from the services it needs, in their order.
    @inlinable
    @MainActor
    public func registerMain<S, A>(
        _ type: S.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton,
        needs a: A.Type,
        onShutdown: (@MainActor (S) async throws -> Void)? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        factory: @escaping @MainActor (A) throws -> S
    ) {
        storage.register(
            ServiceIdentity(type, name: name),
            .sync(
                SyncFactory(main: {
                    let environment = ServiceEnv.current
                    return try factory(environment.resolveMain(A.self))
                })),
            Registration.Options(
                scope: scope, needs: DeclaredNeeds(a), onShutdown: Registration.mainShutdown(onShutdown),
                fileID: fileID, line: line))
    }

    /// Registers a main-actor factory with two services it needs. The parameters are those for one service.
    @inlinable
    @MainActor
    public func registerMain<S, A, B>(
        _ type: S.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton,
        needs a: A.Type, _ b: B.Type,
        onShutdown: (@MainActor (S) async throws -> Void)? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        factory: @escaping @MainActor (A, B) throws -> S
    ) {
        storage.register(
            ServiceIdentity(type, name: name),
            .sync(
                SyncFactory(main: {
                    let environment = ServiceEnv.current
                    return try factory(environment.resolveMain(A.self), environment.resolveMain(B.self))
                })),
            Registration.Options(
                scope: scope, needs: DeclaredNeeds(a, b), onShutdown: Registration.mainShutdown(onShutdown),
                fileID: fileID, line: line))
    }

    /// Registers a main-actor factory with three services it needs. The parameters are those for one service.
    @inlinable
    @MainActor
    public func registerMain<S, A, B, C>(
        _ type: S.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton,
        needs a: A.Type, _ b: B.Type, _ c: C.Type,
        onShutdown: (@MainActor (S) async throws -> Void)? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        factory: @escaping @MainActor (A, B, C) throws -> S
    ) {
        storage.register(
            ServiceIdentity(type, name: name),
            .sync(
                SyncFactory(main: {
                    let environment = ServiceEnv.current
                    return try factory(
                        environment.resolveMain(A.self), environment.resolveMain(B.self),
                        environment.resolveMain(C.self))
                })),
            Registration.Options(
                scope: scope, needs: DeclaredNeeds(a, b, c), onShutdown: Registration.mainShutdown(onShutdown),
                fileID: fileID, line: line))
    }

    /// Registers a main-actor factory with four services it needs. The parameters are those for one service.
    @inlinable
    @MainActor
    public func registerMain<S, A, B, C, D>(
        _ type: S.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton,
        needs a: A.Type, _ b: B.Type, _ c: C.Type, _ d: D.Type,
        onShutdown: (@MainActor (S) async throws -> Void)? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        factory: @escaping @MainActor (A, B, C, D) throws -> S
    ) {
        storage.register(
            ServiceIdentity(type, name: name),
            .sync(
                SyncFactory(main: {
                    let environment = ServiceEnv.current
                    return try factory(
                        environment.resolveMain(A.self), environment.resolveMain(B.self),
                        environment.resolveMain(C.self), environment.resolveMain(D.self))
                })),
            Registration.Options(
                scope: scope, needs: DeclaredNeeds(a, b, c, d), onShutdown: Registration.mainShutdown(onShutdown),
                fileID: fileID, line: line))
    }

    /// Registers a main-actor factory with five services it needs. The parameters are those for one service.
    @inlinable
    @MainActor
    public func registerMain<S, A, B, C, D, E>(
        _ type: S.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton,
        needs a: A.Type, _ b: B.Type, _ c: C.Type, _ d: D.Type, _ e: E.Type,
        onShutdown: (@MainActor (S) async throws -> Void)? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        factory: @escaping @MainActor (A, B, C, D, E) throws -> S
    ) {
        storage.register(
            ServiceIdentity(type, name: name),
            .sync(
                SyncFactory(main: {
                    let environment = ServiceEnv.current
                    return try factory(
                        environment.resolveMain(A.self), environment.resolveMain(B.self),
                        environment.resolveMain(C.self), environment.resolveMain(D.self),
                        environment.resolveMain(E.self))
                })),
            Registration.Options(
                scope: scope, needs: DeclaredNeeds(a, b, c, d, e), onShutdown: Registration.mainShutdown(onShutdown),
                fileID: fileID, line: line))
    }

    /// Registers a main-actor factory with six services it needs. The parameters are those for one service.
    @inlinable
    @MainActor
    public func registerMain<S, A, B, C, D, E, F>(
        _ type: S.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton,
        needs a: A.Type, _ b: B.Type, _ c: C.Type, _ d: D.Type, _ e: E.Type, _ f: F.Type,
        onShutdown: (@MainActor (S) async throws -> Void)? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        factory: @escaping @MainActor (A, B, C, D, E, F) throws -> S
    ) {
        storage.register(
            ServiceIdentity(type, name: name),
            .sync(
                SyncFactory(main: {
                    let environment = ServiceEnv.current
                    return try factory(
                        environment.resolveMain(A.self), environment.resolveMain(B.self),
                        environment.resolveMain(C.self), environment.resolveMain(D.self),
                        environment.resolveMain(E.self), environment.resolveMain(F.self))
                })),
            Registration.Options(
                scope: scope, needs: DeclaredNeeds(a, b, c, d, e, f), onShutdown: Registration.mainShutdown(onShutdown),
                fileID: fileID, line: line))
    }

    /// Registers a main-actor factory with seven or more services it needs. The parameters are those for one service.
    @inlinable
    @MainActor
    public func registerMain<S, A, B, C, D, E, F, G, each Rest>(
        _ type: S.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton,
        needs a: A.Type, _ b: B.Type, _ c: C.Type, _ d: D.Type, _ e: E.Type, _ f: F.Type, _ g: G.Type,
        _ rest: repeat (each Rest).Type,
        onShutdown: (@MainActor (S) async throws -> Void)? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        factory: @escaping @MainActor (A, B, C, D, E, F, G, repeat each Rest) throws -> S
    ) {
        storage.register(
            ServiceIdentity(type, name: name),
            .sync(
                SyncFactory(main: {
                    let environment = ServiceEnv.current
                    return try factory(
                        environment.resolveMain(A.self), environment.resolveMain(B.self),
                        environment.resolveMain(C.self), environment.resolveMain(D.self),
                        environment.resolveMain(E.self), environment.resolveMain(F.self),
                        environment.resolveMain(G.self), repeat environment.resolveMain((each Rest).self))
                })),
            Registration.Options(
                scope: scope, needs: DeclaredNeeds(a, b, c, d, e, f, g, repeat each rest),
                onShutdown: Registration.mainShutdown(onShutdown), fileID: fileID, line: line))
    }

    // MARK: Needs with a name, or of what may be missing

    /// Registers a main-actor factory together with services it needs that have a name or may be missing, see ``Need``.
    ///
    /// - Parameters:
    ///   - type: The service. Neither it nor what it needs has to be `Sendable`.
    ///   - name: The name to resolve it by; nil, the default, for the service without a name.
    ///   - scope: How long an instance is cached; ``ServiceScope/singleton`` by default.
    ///   - a: The service it needs. Overloads take more.
    ///   - onShutdown: Shuts down an instance on the main actor.
    ///   - fileID: The file that messages name. Defaults to the call site.
    ///   - line: The line that messages name. Defaults to the call site.
    ///   - factory: Creates an instance from the services it needs, in their order.
    @inlinable
    @MainActor
    public func registerMain<S, A>(
        _ type: S.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton,
        needs a: Need<A>,
        onShutdown: (@MainActor (S) async throws -> Void)? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        factory: @escaping @MainActor (A) throws -> S
    ) {
        storage.register(
            ServiceIdentity(type, name: name), .sync(SyncFactory(main: { try factory(a.resolve(isMain: true)) })),
            Registration.Options(
                scope: scope, needs: DeclaredNeeds(a), onShutdown: Registration.mainShutdown(onShutdown),
                fileID: fileID, line: line))
    }

    /// Registers a main-actor factory with two services it needs, with names or optional. The parameters are those for
    /// one service.
    @inlinable
    @MainActor
    public func registerMain<S, A, B>(
        _ type: S.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton,
        needs a: Need<A>, _ b: Need<B>,
        onShutdown: (@MainActor (S) async throws -> Void)? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        factory: @escaping @MainActor (A, B) throws -> S
    ) {
        storage.register(
            ServiceIdentity(type, name: name),
            .sync(SyncFactory(main: { try factory(a.resolve(isMain: true), b.resolve(isMain: true)) })),
            Registration.Options(
                scope: scope, needs: DeclaredNeeds(a, b), onShutdown: Registration.mainShutdown(onShutdown),
                fileID: fileID, line: line))
    }

    /// Registers a main-actor factory with three services it needs, with names or optional. The parameters are those
    /// for one service.
    @inlinable
    @MainActor
    public func registerMain<S, A, B, C>(
        _ type: S.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton,
        needs a: Need<A>, _ b: Need<B>, _ c: Need<C>,
        onShutdown: (@MainActor (S) async throws -> Void)? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        factory: @escaping @MainActor (A, B, C) throws -> S
    ) {
        storage.register(
            ServiceIdentity(type, name: name),
            .sync(
                SyncFactory(main: {
                    try factory(a.resolve(isMain: true), b.resolve(isMain: true), c.resolve(isMain: true))
                })),
            Registration.Options(
                scope: scope, needs: DeclaredNeeds(a, b, c), onShutdown: Registration.mainShutdown(onShutdown),
                fileID: fileID, line: line))
    }

    /// Registers a main-actor factory with four services it needs, with names or optional. The parameters are those for
    /// one service.
    @inlinable
    @MainActor
    public func registerMain<S, A, B, C, D>(
        _ type: S.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton,
        needs a: Need<A>, _ b: Need<B>, _ c: Need<C>, _ d: Need<D>,
        onShutdown: (@MainActor (S) async throws -> Void)? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        factory: @escaping @MainActor (A, B, C, D) throws -> S
    ) {
        storage.register(
            ServiceIdentity(type, name: name),
            .sync(
                SyncFactory(main: {
                    try factory(
                        a.resolve(isMain: true), b.resolve(isMain: true), c.resolve(isMain: true),
                        d.resolve(isMain: true))
                })),
            Registration.Options(
                scope: scope, needs: DeclaredNeeds(a, b, c, d), onShutdown: Registration.mainShutdown(onShutdown),
                fileID: fileID, line: line))
    }

    /// Registers a main-actor factory with five services it needs, with names or optional. The parameters are those for
    /// one service.
    @inlinable
    @MainActor
    public func registerMain<S, A, B, C, D, E>(
        _ type: S.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton,
        needs a: Need<A>, _ b: Need<B>, _ c: Need<C>, _ d: Need<D>, _ e: Need<E>,
        onShutdown: (@MainActor (S) async throws -> Void)? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        factory: @escaping @MainActor (A, B, C, D, E) throws -> S
    ) {
        storage.register(
            ServiceIdentity(type, name: name),
            .sync(
                SyncFactory(main: {
                    try factory(
                        a.resolve(isMain: true), b.resolve(isMain: true), c.resolve(isMain: true),
                        d.resolve(isMain: true), e.resolve(isMain: true))
                })),
            Registration.Options(
                scope: scope, needs: DeclaredNeeds(a, b, c, d, e), onShutdown: Registration.mainShutdown(onShutdown),
                fileID: fileID, line: line))
    }

    /// Registers a main-actor factory with six services it needs, with names or optional. The parameters are those for
    /// one service.
    @inlinable
    @MainActor
    public func registerMain<S, A, B, C, D, E, F>(
        _ type: S.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton,
        needs a: Need<A>, _ b: Need<B>, _ c: Need<C>, _ d: Need<D>, _ e: Need<E>, _ f: Need<F>,
        onShutdown: (@MainActor (S) async throws -> Void)? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        factory: @escaping @MainActor (A, B, C, D, E, F) throws -> S
    ) {
        storage.register(
            ServiceIdentity(type, name: name),
            .sync(
                SyncFactory(main: {
                    try factory(
                        a.resolve(isMain: true), b.resolve(isMain: true), c.resolve(isMain: true),
                        d.resolve(isMain: true), e.resolve(isMain: true), f.resolve(isMain: true))
                })),
            Registration.Options(
                scope: scope, needs: DeclaredNeeds(a, b, c, d, e, f), onShutdown: Registration.mainShutdown(onShutdown),
                fileID: fileID, line: line))
    }

    /// Registers a main-actor factory with seven or more services it needs, with names or optional. The parameters are
    /// those for one service.
    @inlinable
    @MainActor
    public func registerMain<S, A, B, C, D, E, F, G, each Rest>(
        _ type: S.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton,
        needs a: Need<A>, _ b: Need<B>, _ c: Need<C>, _ d: Need<D>, _ e: Need<E>, _ f: Need<F>, _ g: Need<G>,
        _ rest: repeat Need<each Rest>,
        onShutdown: (@MainActor (S) async throws -> Void)? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        factory: @escaping @MainActor (A, B, C, D, E, F, G, repeat each Rest) throws -> S
    ) {
        storage.register(
            ServiceIdentity(type, name: name),
            .sync(
                SyncFactory(main: {
                    try factory(
                        a.resolve(isMain: true), b.resolve(isMain: true), c.resolve(isMain: true),
                        d.resolve(isMain: true), e.resolve(isMain: true), f.resolve(isMain: true),
                        g.resolve(isMain: true), repeat (each rest).resolve(isMain: true))
                })),
            Registration.Options(
                scope: scope, needs: DeclaredNeeds(a, b, c, d, e, f, g, repeat each rest),
                onShutdown: Registration.mainShutdown(onShutdown), fileID: fileID, line: line))
    }
}
