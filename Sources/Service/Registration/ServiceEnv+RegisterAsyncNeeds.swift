// One overload for each number of needs up to six. A single one over a parameter pack would do, but where the closure has
// the wrong number of parameters, the compiler would complain of packs of another shape instead of counting.
extension ServiceEnv {
    /// Registers an asynchronous factory together with the services it needs, which it receives resolved.
    ///
    /// - Parameters:
    ///   - type: The service, often a protocol.
    ///   - name: The name to resolve it by; nil, the default, for the service without a name.
    ///   - scope: How long an instance is cached; ``ServiceScope/singleton`` by default.
    ///   - a: The service it needs. Overloads take more.
    ///   - onShutdown: Shuts down an instance.
    ///   - fileID: The file that messages name. Defaults to the call site.
    ///   - line: The line that messages name. Defaults to the call site.
    ///   - factory: Creates an instance from the services it needs, in their order.
    @inlinable
    public func registerAsync<S: Sendable, A: Sendable>(
        _ type: S.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton,
        needs a: A.Type,
        onShutdown: (@Sendable (S) async throws -> Void)? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        factory: @escaping @Sendable (A) async throws -> S
    ) {
        storage.register(
            ServiceIdentity(type, name: name),
            .async(
                AsyncFactory {
                    let environment = ServiceEnv.current
                    return try await factory(environment.resolveAsync(A.self))
                }),
            Registration.Options(
                scope: scope, needs: DeclaredNeeds(a), onShutdown: Registration.shutdown(onShutdown), fileID: fileID,
                line: line))
    }

    /// Registers an asynchronous factory with two services it needs. The parameters are those for one service.
    @inlinable
    public func registerAsync<S: Sendable, A: Sendable, B: Sendable>(
        _ type: S.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton,
        needs a: A.Type, _ b: B.Type,
        onShutdown: (@Sendable (S) async throws -> Void)? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        factory: @escaping @Sendable (A, B) async throws -> S
    ) {
        storage.register(
            ServiceIdentity(type, name: name),
            .async(
                AsyncFactory {
                    let environment = ServiceEnv.current
                    return try await factory(environment.resolveAsync(A.self), environment.resolveAsync(B.self))
                }),
            Registration.Options(
                scope: scope, needs: DeclaredNeeds(a, b), onShutdown: Registration.shutdown(onShutdown), fileID: fileID,
                line: line))
    }

    /// Registers an asynchronous factory with three services it needs. The parameters are those for one service.
    @inlinable
    public func registerAsync<S: Sendable, A: Sendable, B: Sendable, C: Sendable>(
        _ type: S.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton,
        needs a: A.Type, _ b: B.Type, _ c: C.Type,
        onShutdown: (@Sendable (S) async throws -> Void)? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        factory: @escaping @Sendable (A, B, C) async throws -> S
    ) {
        storage.register(
            ServiceIdentity(type, name: name),
            .async(
                AsyncFactory {
                    let environment = ServiceEnv.current
                    return try await factory(
                        environment.resolveAsync(A.self), environment.resolveAsync(B.self),
                        environment.resolveAsync(C.self))
                }),
            Registration.Options(
                scope: scope, needs: DeclaredNeeds(a, b, c), onShutdown: Registration.shutdown(onShutdown),
                fileID: fileID, line: line))
    }

    /// Registers an asynchronous factory with four services it needs. The parameters are those for one service.
    @inlinable
    public func registerAsync<S: Sendable, A: Sendable, B: Sendable, C: Sendable, D: Sendable>(
        _ type: S.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton,
        needs a: A.Type, _ b: B.Type, _ c: C.Type, _ d: D.Type,
        onShutdown: (@Sendable (S) async throws -> Void)? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        factory: @escaping @Sendable (A, B, C, D) async throws -> S
    ) {
        storage.register(
            ServiceIdentity(type, name: name),
            .async(
                AsyncFactory {
                    let environment = ServiceEnv.current
                    return try await factory(
                        environment.resolveAsync(A.self), environment.resolveAsync(B.self),
                        environment.resolveAsync(C.self), environment.resolveAsync(D.self))
                }),
            Registration.Options(
                scope: scope, needs: DeclaredNeeds(a, b, c, d), onShutdown: Registration.shutdown(onShutdown),
                fileID: fileID, line: line))
    }

    /// Registers an asynchronous factory with five services it needs. The parameters are those for one service.
    @inlinable
    public func registerAsync<S: Sendable, A: Sendable, B: Sendable, C: Sendable, D: Sendable, E: Sendable>(
        _ type: S.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton,
        needs a: A.Type, _ b: B.Type, _ c: C.Type, _ d: D.Type, _ e: E.Type,
        onShutdown: (@Sendable (S) async throws -> Void)? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        factory: @escaping @Sendable (A, B, C, D, E) async throws -> S
    ) {
        storage.register(
            ServiceIdentity(type, name: name),
            .async(
                AsyncFactory {
                    let environment = ServiceEnv.current
                    return try await factory(
                        environment.resolveAsync(A.self), environment.resolveAsync(B.self),
                        environment.resolveAsync(C.self), environment.resolveAsync(D.self),
                        environment.resolveAsync(E.self))
                }),
            Registration.Options(
                scope: scope, needs: DeclaredNeeds(a, b, c, d, e), onShutdown: Registration.shutdown(onShutdown),
                fileID: fileID, line: line))
    }

    /// Registers an asynchronous factory with six services it needs. The parameters are those for one service.
    @inlinable
    public func registerAsync<
        S: Sendable, A: Sendable, B: Sendable, C: Sendable, D: Sendable, E: Sendable, F: Sendable
    >(
        _ type: S.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton,
        needs a: A.Type, _ b: B.Type, _ c: C.Type, _ d: D.Type, _ e: E.Type, _ f: F.Type,
        onShutdown: (@Sendable (S) async throws -> Void)? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        factory: @escaping @Sendable (A, B, C, D, E, F) async throws -> S
    ) {
        storage.register(
            ServiceIdentity(type, name: name),
            .async(
                AsyncFactory {
                    let environment = ServiceEnv.current
                    return try await factory(
                        environment.resolveAsync(A.self), environment.resolveAsync(B.self),
                        environment.resolveAsync(C.self), environment.resolveAsync(D.self),
                        environment.resolveAsync(E.self), environment.resolveAsync(F.self))
                }),
            Registration.Options(
                scope: scope, needs: DeclaredNeeds(a, b, c, d, e, f), onShutdown: Registration.shutdown(onShutdown),
                fileID: fileID, line: line))
    }

    /// Registers an asynchronous factory with seven or more services it needs. The parameters are those for one
    /// service.
    @inlinable
    public func registerAsync<
        S: Sendable, A: Sendable, B: Sendable, C: Sendable, D: Sendable, E: Sendable, F: Sendable, G: Sendable,
        each Rest: Sendable
    >(
        _ type: S.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton,
        needs a: A.Type, _ b: B.Type, _ c: C.Type, _ d: D.Type, _ e: E.Type, _ f: F.Type, _ g: G.Type,
        _ rest: repeat (each Rest).Type,
        onShutdown: (@Sendable (S) async throws -> Void)? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        factory: @escaping @Sendable (A, B, C, D, E, F, G, repeat each Rest) async throws -> S
    ) {
        storage.register(
            ServiceIdentity(type, name: name),
            .async(
                AsyncFactory {
                    let environment = ServiceEnv.current
                    return try await factory(
                        environment.resolveAsync(A.self), environment.resolveAsync(B.self),
                        environment.resolveAsync(C.self), environment.resolveAsync(D.self),
                        environment.resolveAsync(E.self), environment.resolveAsync(F.self),
                        environment.resolveAsync(G.self), repeat environment.resolveAsync((each Rest).self))
                }),
            Registration.Options(
                scope: scope, needs: DeclaredNeeds(a, b, c, d, e, f, g, repeat each rest),
                onShutdown: Registration.shutdown(onShutdown), fileID: fileID, line: line))
    }

    // MARK: Needs with a name, or of what may be missing

    /// Registers an asynchronous factory together with services it needs that have a name or may be missing, see ``Need``.
    ///
    /// - Parameters:
    ///   - type: The service, often a protocol.
    ///   - name: The name to resolve it by; nil, the default, for the service without a name.
    ///   - scope: How long an instance is cached; ``ServiceScope/singleton`` by default.
    ///   - a: The service it needs. Overloads take more.
    ///   - onShutdown: Shuts down an instance.
    ///   - fileID: The file that messages name. Defaults to the call site.
    ///   - line: The line that messages name. Defaults to the call site.
    ///   - factory: Creates an instance from the services it needs, in their order.
    @inlinable
    public func registerAsync<S: Sendable, A: Sendable>(
        _ type: S.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton,
        needs a: Need<A>,
        onShutdown: (@Sendable (S) async throws -> Void)? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        factory: @escaping @Sendable (A) async throws -> S
    ) {
        storage.register(
            ServiceIdentity(type, name: name), .async(AsyncFactory { try await factory(a.resolveAsync()) }),
            Registration.Options(
                scope: scope, needs: DeclaredNeeds(a), onShutdown: Registration.shutdown(onShutdown), fileID: fileID,
                line: line))
    }

    /// Registers an asynchronous factory with two services it needs, with names or optional. The parameters are those
    /// for one service.
    @inlinable
    public func registerAsync<S: Sendable, A: Sendable, B: Sendable>(
        _ type: S.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton,
        needs a: Need<A>, _ b: Need<B>,
        onShutdown: (@Sendable (S) async throws -> Void)? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        factory: @escaping @Sendable (A, B) async throws -> S
    ) {
        storage.register(
            ServiceIdentity(type, name: name),
            .async(AsyncFactory { try await factory(a.resolveAsync(), b.resolveAsync()) }),
            Registration.Options(
                scope: scope, needs: DeclaredNeeds(a, b), onShutdown: Registration.shutdown(onShutdown), fileID: fileID,
                line: line))
    }

    /// Registers an asynchronous factory with three services it needs, with names or optional. The parameters are those
    /// for one service.
    @inlinable
    public func registerAsync<S: Sendable, A: Sendable, B: Sendable, C: Sendable>(
        _ type: S.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton,
        needs a: Need<A>, _ b: Need<B>, _ c: Need<C>,
        onShutdown: (@Sendable (S) async throws -> Void)? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        factory: @escaping @Sendable (A, B, C) async throws -> S
    ) {
        storage.register(
            ServiceIdentity(type, name: name),
            .async(AsyncFactory { try await factory(a.resolveAsync(), b.resolveAsync(), c.resolveAsync()) }),
            Registration.Options(
                scope: scope, needs: DeclaredNeeds(a, b, c), onShutdown: Registration.shutdown(onShutdown),
                fileID: fileID, line: line))
    }

    /// Registers an asynchronous factory with four services it needs, with names or optional. The parameters are those
    /// for one service.
    @inlinable
    public func registerAsync<S: Sendable, A: Sendable, B: Sendable, C: Sendable, D: Sendable>(
        _ type: S.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton,
        needs a: Need<A>, _ b: Need<B>, _ c: Need<C>, _ d: Need<D>,
        onShutdown: (@Sendable (S) async throws -> Void)? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        factory: @escaping @Sendable (A, B, C, D) async throws -> S
    ) {
        storage.register(
            ServiceIdentity(type, name: name),
            .async(
                AsyncFactory {
                    try await factory(a.resolveAsync(), b.resolveAsync(), c.resolveAsync(), d.resolveAsync())
                }),
            Registration.Options(
                scope: scope, needs: DeclaredNeeds(a, b, c, d), onShutdown: Registration.shutdown(onShutdown),
                fileID: fileID, line: line))
    }

    /// Registers an asynchronous factory with five services it needs, with names or optional. The parameters are those
    /// for one service.
    @inlinable
    public func registerAsync<S: Sendable, A: Sendable, B: Sendable, C: Sendable, D: Sendable, E: Sendable>(
        _ type: S.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton,
        needs a: Need<A>, _ b: Need<B>, _ c: Need<C>, _ d: Need<D>, _ e: Need<E>,
        onShutdown: (@Sendable (S) async throws -> Void)? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        factory: @escaping @Sendable (A, B, C, D, E) async throws -> S
    ) {
        storage.register(
            ServiceIdentity(type, name: name),
            .async(
                AsyncFactory {
                    try await factory(
                        a.resolveAsync(), b.resolveAsync(), c.resolveAsync(), d.resolveAsync(), e.resolveAsync())
                }),
            Registration.Options(
                scope: scope, needs: DeclaredNeeds(a, b, c, d, e), onShutdown: Registration.shutdown(onShutdown),
                fileID: fileID, line: line))
    }

    /// Registers an asynchronous factory with six services it needs, with names or optional. The parameters are those
    /// for one service.
    @inlinable
    public func registerAsync<
        S: Sendable, A: Sendable, B: Sendable, C: Sendable, D: Sendable, E: Sendable, F: Sendable
    >(
        _ type: S.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton,
        needs a: Need<A>, _ b: Need<B>, _ c: Need<C>, _ d: Need<D>, _ e: Need<E>, _ f: Need<F>,
        onShutdown: (@Sendable (S) async throws -> Void)? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        factory: @escaping @Sendable (A, B, C, D, E, F) async throws -> S
    ) {
        storage.register(
            ServiceIdentity(type, name: name),
            .async(
                AsyncFactory {
                    try await factory(
                        a.resolveAsync(), b.resolveAsync(), c.resolveAsync(), d.resolveAsync(), e.resolveAsync(),
                        f.resolveAsync())
                }),
            Registration.Options(
                scope: scope, needs: DeclaredNeeds(a, b, c, d, e, f), onShutdown: Registration.shutdown(onShutdown),
                fileID: fileID, line: line))
    }

    /// Registers an asynchronous factory with seven or more services it needs, with names or optional. The parameters
    /// are those for one service.
    @inlinable
    public func registerAsync<
        S: Sendable, A: Sendable, B: Sendable, C: Sendable, D: Sendable, E: Sendable, F: Sendable, G: Sendable,
        each Rest: Sendable
    >(
        _ type: S.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton,
        needs a: Need<A>, _ b: Need<B>, _ c: Need<C>, _ d: Need<D>, _ e: Need<E>, _ f: Need<F>, _ g: Need<G>,
        _ rest: repeat Need<each Rest>,
        onShutdown: (@Sendable (S) async throws -> Void)? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        factory: @escaping @Sendable (A, B, C, D, E, F, G, repeat each Rest) async throws -> S
    ) {
        storage.register(
            ServiceIdentity(type, name: name),
            .async(
                AsyncFactory {
                    try await factory(
                        a.resolveAsync(), b.resolveAsync(), c.resolveAsync(), d.resolveAsync(), e.resolveAsync(),
                        f.resolveAsync(), g.resolveAsync(), repeat (each rest).resolveAsync())
                }),
            Registration.Options(
                scope: scope, needs: DeclaredNeeds(a, b, c, d, e, f, g, repeat each rest),
                onShutdown: Registration.shutdown(onShutdown), fileID: fileID, line: line))
    }
}
