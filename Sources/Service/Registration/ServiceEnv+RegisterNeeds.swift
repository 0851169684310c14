extension ServiceEnv {
    /// Registers a factory together with the services it needs, which it receives resolved.
    ///
    /// What is declared here is known to ``validate()`` and ``graph`` without running anything.
    ///
    /// ```swift
    /// env.register(Repository.self, needs: Database.self, Log.self) { database, log in Repository(database, log) }
    /// ```
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
    public func register<S: Sendable, First: Sendable, each Rest: Sendable>(
        _ type: S.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton,
        needs first: First.Type, _ rest: repeat (each Rest).Type,
        fileID: StaticString = #fileID, line: UInt = #line,
        factory: @escaping @Sendable (First, repeat each Rest) throws -> S
    ) {
        storage.register(
            ServiceIdentity(type, name: name), scope: scope,
            factory: .making {
                let environment = ServiceEnv.current
                return try factory(environment.resolve(First.self), repeat environment.resolve((each Rest).self))
            },
            needs: ServiceIdentity.list(First.self, repeat (each Rest).self),
            place: RegistrationPlace(fileID: fileID, line: line))
    }

    /// Registers a factory of the main actor together with the services it needs, which it receives resolved.
    ///
    /// - Parameters:
    ///   - type: The service. It need not be `Sendable`, nor need what it depends on.
    ///   - name: The name to resolve it by; without one it is the service of the type.
    ///   - scope: How long an instance is kept; ``ServiceScope/singleton`` by default.
    ///   - first: The first service it needs.
    ///   - rest: The others.
    ///   - fileID: The file to name in messages; leave it out.
    ///   - line: The line to name in messages; leave it out.
    ///   - factory: Makes an instance from the services it needs, in their order.
    @inlinable
    @MainActor
    public func registerMain<S, First, each Rest>(
        _ type: S.Type, name: ServiceName? = nil, scope: ServiceScope = .singleton,
        needs first: First.Type, _ rest: repeat (each Rest).Type,
        fileID: StaticString = #fileID, line: UInt = #line,
        factory: @escaping @MainActor (First, repeat each Rest) throws -> S
    ) {
        storage.register(
            ServiceIdentity(type, name: name), scope: scope,
            factory: .makingMain {
                let environment = ServiceEnv.current
                return try factory(
                    environment.resolveMain(First.self), repeat environment.resolveMain((each Rest).self))
            },
            needs: ServiceIdentity.list(First.self, repeat (each Rest).self),
            place: RegistrationPlace(fileID: fileID, line: line), isolation: MainActor.shared)
    }
}

extension ServiceIdentity {
    /// The unnamed services of several types.
    @usableFromInline
    static func list<each S>(_ types: repeat (each S).Type) -> [ServiceIdentity] {
        var list: [ServiceIdentity] = []
        for type in repeat each types { list.append(ServiceIdentity(type)) }
        return list
    }
}
