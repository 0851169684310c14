// One overload for each number of needs up to six. A single one over a parameter pack would do, but where the closure has
// the wrong number of parameters, the compiler would complain of packs of another shape instead of counting.
extension ServiceEnv {
    /// Registers a factory together with the services it needs, which it receives resolved.
    ///
    /// ``validate()`` and ``graph`` know what is declared here without running anything.
    ///
    /// ```swift
    /// env.register(Repository.self, needs: Database.self, Log.self) { database, log in Repository(database, log) }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The service, often a protocol.
    ///   - name: The name to resolve it by; nil, the default, for the service without a name.
    ///   - scope: How long an instance is cached; ``ServiceScope/singleton`` by default.
    ///   - a: The service it needs. Overloads take more.
    ///   - onShutdown: Shuts down an instance, as for ``register(_:name:scope:onShutdown:fileID:line:factory:)``.
    ///   - fileID: The file that messages name. Defaults to the call site.
    ///   - line: The line that messages name. Defaults to the call site.
    ///   - factory: Creates an instance from the services it needs, in their order.
    @inlinable
    public func register<S: Sendable, A: Sendable>(
        _ type: S.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton,
        needs a: A.Type,
        onShutdown: (@Sendable (S) async throws -> Void)? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        factory: @escaping @Sendable (A) throws -> S
    ) {
        storage.register(
            ServiceIdentity(type, name: name),
            .sync(
                SyncFactory {
                    let environment = ServiceEnv.current
                    return try factory(environment.resolve(A.self))
                }),
            Registration.Options(
                scope: scope, needs: DeclaredNeeds(a), onShutdown: Registration.shutdown(onShutdown), fileID: fileID,
                line: line))
    }

    /// Registers a factory with two services it needs. The parameters are those for one service.
    @inlinable
    public func register<S: Sendable, A: Sendable, B: Sendable>(
        _ type: S.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton,
        needs a: A.Type, _ b: B.Type,
        onShutdown: (@Sendable (S) async throws -> Void)? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        factory: @escaping @Sendable (A, B) throws -> S
    ) {
        storage.register(
            ServiceIdentity(type, name: name),
            .sync(
                SyncFactory {
                    let environment = ServiceEnv.current
                    return try factory(environment.resolve(A.self), environment.resolve(B.self))
                }),
            Registration.Options(
                scope: scope, needs: DeclaredNeeds(a, b), onShutdown: Registration.shutdown(onShutdown), fileID: fileID,
                line: line))
    }

    /// Registers a factory with three services it needs. The parameters are those for one service.
    @inlinable
    public func register<S: Sendable, A: Sendable, B: Sendable, C: Sendable>(
        _ type: S.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton,
        needs a: A.Type, _ b: B.Type, _ c: C.Type,
        onShutdown: (@Sendable (S) async throws -> Void)? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        factory: @escaping @Sendable (A, B, C) throws -> S
    ) {
        storage.register(
            ServiceIdentity(type, name: name),
            .sync(
                SyncFactory {
                    let environment = ServiceEnv.current
                    return try factory(
                        environment.resolve(A.self), environment.resolve(B.self), environment.resolve(C.self))
                }),
            Registration.Options(
                scope: scope, needs: DeclaredNeeds(a, b, c), onShutdown: Registration.shutdown(onShutdown),
                fileID: fileID, line: line))
    }

    /// Registers a factory with four services it needs. The parameters are those for one service.
    @inlinable
    public func register<S: Sendable, A: Sendable, B: Sendable, C: Sendable, D: Sendable>(
        _ type: S.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton,
        needs a: A.Type, _ b: B.Type, _ c: C.Type, _ d: D.Type,
        onShutdown: (@Sendable (S) async throws -> Void)? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        factory: @escaping @Sendable (A, B, C, D) throws -> S
    ) {
        storage.register(
            ServiceIdentity(type, name: name),
            .sync(
                SyncFactory {
                    let environment = ServiceEnv.current
                    return try factory(
                        environment.resolve(A.self), environment.resolve(B.self), environment.resolve(C.self),
                        environment.resolve(D.self))
                }),
            Registration.Options(
                scope: scope, needs: DeclaredNeeds(a, b, c, d), onShutdown: Registration.shutdown(onShutdown),
                fileID: fileID, line: line))
    }

    /// Registers a factory with five services it needs. The parameters are those for one service.
    @inlinable
    public func register<S: Sendable, A: Sendable, B: Sendable, C: Sendable, D: Sendable, E: Sendable>(
        _ type: S.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton,
        needs a: A.Type, _ b: B.Type, _ c: C.Type, _ d: D.Type, _ e: E.Type,
        onShutdown: (@Sendable (S) async throws -> Void)? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        factory: @escaping @Sendable (A, B, C, D, E) throws -> S
    ) {
        storage.register(
            ServiceIdentity(type, name: name),
            .sync(
                SyncFactory {
                    let environment = ServiceEnv.current
                    return try factory(
                        environment.resolve(A.self), environment.resolve(B.self), environment.resolve(C.self),
                        environment.resolve(D.self), environment.resolve(E.self))
                }),
            Registration.Options(
                scope: scope, needs: DeclaredNeeds(a, b, c, d, e), onShutdown: Registration.shutdown(onShutdown),
                fileID: fileID, line: line))
    }

    /// Registers a factory with six services it needs. The parameters are those for one service.
    @inlinable
    public func register<S: Sendable, A: Sendable, B: Sendable, C: Sendable, D: Sendable, E: Sendable, F: Sendable>(
        _ type: S.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton,
        needs a: A.Type, _ b: B.Type, _ c: C.Type, _ d: D.Type, _ e: E.Type, _ f: F.Type,
        onShutdown: (@Sendable (S) async throws -> Void)? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        factory: @escaping @Sendable (A, B, C, D, E, F) throws -> S
    ) {
        storage.register(
            ServiceIdentity(type, name: name),
            .sync(
                SyncFactory {
                    let environment = ServiceEnv.current
                    return try factory(
                        environment.resolve(A.self), environment.resolve(B.self), environment.resolve(C.self),
                        environment.resolve(D.self), environment.resolve(E.self), environment.resolve(F.self))
                }),
            Registration.Options(
                scope: scope, needs: DeclaredNeeds(a, b, c, d, e, f), onShutdown: Registration.shutdown(onShutdown),
                fileID: fileID, line: line))
    }

    /// Registers a factory with seven or more services it needs. The parameters are those for one service.
    @inlinable
    public func register<
        S: Sendable, A: Sendable, B: Sendable, C: Sendable, D: Sendable, E: Sendable, F: Sendable, G: Sendable,
        each Rest: Sendable
    >(
        _ type: S.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton,
        needs a: A.Type, _ b: B.Type, _ c: C.Type, _ d: D.Type, _ e: E.Type, _ f: F.Type, _ g: G.Type,
        _ rest: repeat (each Rest).Type,
        onShutdown: (@Sendable (S) async throws -> Void)? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        factory: @escaping @Sendable (A, B, C, D, E, F, G, repeat each Rest) throws -> S
    ) {
        storage.register(
            ServiceIdentity(type, name: name),
            .sync(
                SyncFactory {
                    let environment = ServiceEnv.current
                    return try factory(
                        environment.resolve(A.self), environment.resolve(B.self), environment.resolve(C.self),
                        environment.resolve(D.self), environment.resolve(E.self), environment.resolve(F.self),
                        environment.resolve(G.self), repeat environment.resolve((each Rest).self))
                }),
            Registration.Options(
                scope: scope, needs: DeclaredNeeds(a, b, c, d, e, f, g, repeat each rest),
                onShutdown: Registration.shutdown(onShutdown), fileID: fileID, line: line))
    }

    // MARK: Needs with a name, or of what may be missing

    /// Registers a factory together with services it needs that have a name or may be missing.
    ///
    /// ```swift
    /// env.register(Report.self, needs: Need(Database.self, name: "replica"), Need.optional(Analytics.self)) {
    ///     database, analytics in Report(database, analytics)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The service, often a protocol.
    ///   - name: The name to resolve it by; nil, the default, for the service without a name.
    ///   - scope: How long an instance is cached; ``ServiceScope/singleton`` by default.
    ///   - a: The service it needs. Overloads take more.
    ///   - onShutdown: Shuts down an instance, as for ``register(_:name:scope:onShutdown:fileID:line:factory:)``.
    ///   - fileID: The file that messages name. Defaults to the call site.
    ///   - line: The line that messages name. Defaults to the call site.
    ///   - factory: Creates an instance from the services it needs, in their order.
    @inlinable
    public func register<S: Sendable, A: Sendable>(
        _ type: S.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton,
        needs a: Need<A>,
        onShutdown: (@Sendable (S) async throws -> Void)? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        factory: @escaping @Sendable (A) throws -> S
    ) {
        storage.register(
            ServiceIdentity(type, name: name), .sync(SyncFactory { try factory(a.resolve()) }),
            Registration.Options(
                scope: scope, needs: DeclaredNeeds(a), onShutdown: Registration.shutdown(onShutdown), fileID: fileID,
                line: line))
    }

    /// Registers a factory with two services it needs, with names or optional. The parameters are those for one
    /// service.
    @inlinable
    public func register<S: Sendable, A: Sendable, B: Sendable>(
        _ type: S.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton,
        needs a: Need<A>, _ b: Need<B>,
        onShutdown: (@Sendable (S) async throws -> Void)? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        factory: @escaping @Sendable (A, B) throws -> S
    ) {
        storage.register(
            ServiceIdentity(type, name: name), .sync(SyncFactory { try factory(a.resolve(), b.resolve()) }),
            Registration.Options(
                scope: scope, needs: DeclaredNeeds(a, b), onShutdown: Registration.shutdown(onShutdown), fileID: fileID,
                line: line))
    }

    /// Registers a factory with three services it needs, with names or optional. The parameters are those for one
    /// service.
    @inlinable
    public func register<S: Sendable, A: Sendable, B: Sendable, C: Sendable>(
        _ type: S.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton,
        needs a: Need<A>, _ b: Need<B>, _ c: Need<C>,
        onShutdown: (@Sendable (S) async throws -> Void)? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        factory: @escaping @Sendable (A, B, C) throws -> S
    ) {
        storage.register(
            ServiceIdentity(type, name: name),
            .sync(SyncFactory { try factory(a.resolve(), b.resolve(), c.resolve()) }),
            Registration.Options(
                scope: scope, needs: DeclaredNeeds(a, b, c), onShutdown: Registration.shutdown(onShutdown),
                fileID: fileID, line: line))
    }

    /// Registers a factory with four services it needs, with names or optional. The parameters are those for one
    /// service.
    @inlinable
    public func register<S: Sendable, A: Sendable, B: Sendable, C: Sendable, D: Sendable>(
        _ type: S.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton,
        needs a: Need<A>, _ b: Need<B>, _ c: Need<C>, _ d: Need<D>,
        onShutdown: (@Sendable (S) async throws -> Void)? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        factory: @escaping @Sendable (A, B, C, D) throws -> S
    ) {
        storage.register(
            ServiceIdentity(type, name: name),
            .sync(SyncFactory { try factory(a.resolve(), b.resolve(), c.resolve(), d.resolve()) }),
            Registration.Options(
                scope: scope, needs: DeclaredNeeds(a, b, c, d), onShutdown: Registration.shutdown(onShutdown),
                fileID: fileID, line: line))
    }

    /// Registers a factory with five services it needs, with names or optional. The parameters are those for one
    /// service.
    @inlinable
    public func register<S: Sendable, A: Sendable, B: Sendable, C: Sendable, D: Sendable, E: Sendable>(
        _ type: S.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton,
        needs a: Need<A>, _ b: Need<B>, _ c: Need<C>, _ d: Need<D>, _ e: Need<E>,
        onShutdown: (@Sendable (S) async throws -> Void)? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        factory: @escaping @Sendable (A, B, C, D, E) throws -> S
    ) {
        storage.register(
            ServiceIdentity(type, name: name),
            .sync(SyncFactory { try factory(a.resolve(), b.resolve(), c.resolve(), d.resolve(), e.resolve()) }),
            Registration.Options(
                scope: scope, needs: DeclaredNeeds(a, b, c, d, e), onShutdown: Registration.shutdown(onShutdown),
                fileID: fileID, line: line))
    }

    /// Registers a factory with six services it needs, with names or optional. The parameters are those for one
    /// service.
    @inlinable
    public func register<S: Sendable, A: Sendable, B: Sendable, C: Sendable, D: Sendable, E: Sendable, F: Sendable>(
        _ type: S.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton,
        needs a: Need<A>, _ b: Need<B>, _ c: Need<C>, _ d: Need<D>, _ e: Need<E>, _ f: Need<F>,
        onShutdown: (@Sendable (S) async throws -> Void)? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        factory: @escaping @Sendable (A, B, C, D, E, F) throws -> S
    ) {
        storage.register(
            ServiceIdentity(type, name: name),
            .sync(
                SyncFactory {
                    try factory(a.resolve(), b.resolve(), c.resolve(), d.resolve(), e.resolve(), f.resolve())
                }),
            Registration.Options(
                scope: scope, needs: DeclaredNeeds(a, b, c, d, e, f), onShutdown: Registration.shutdown(onShutdown),
                fileID: fileID, line: line))
    }

    /// Registers a factory with seven or more services it needs, with names or optional. The parameters are those for
    /// one service.
    @inlinable
    public func register<
        S: Sendable, A: Sendable, B: Sendable, C: Sendable, D: Sendable, E: Sendable, F: Sendable, G: Sendable,
        each Rest: Sendable
    >(
        _ type: S.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton,
        needs a: Need<A>, _ b: Need<B>, _ c: Need<C>, _ d: Need<D>, _ e: Need<E>, _ f: Need<F>, _ g: Need<G>,
        _ rest: repeat Need<each Rest>,
        onShutdown: (@Sendable (S) async throws -> Void)? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        factory: @escaping @Sendable (A, B, C, D, E, F, G, repeat each Rest) throws -> S
    ) {
        storage.register(
            ServiceIdentity(type, name: name),
            .sync(
                SyncFactory {
                    try factory(
                        a.resolve(), b.resolve(), c.resolve(), d.resolve(), e.resolve(), f.resolve(), g.resolve(),
                        repeat (each rest).resolve())
                }),
            Registration.Options(
                scope: scope, needs: DeclaredNeeds(a, b, c, d, e, f, g, repeat each rest),
                onShutdown: Registration.shutdown(onShutdown), fileID: fileID, line: line))
    }
}
