extension ServiceEnv {
    /// Registers a service that something else may stand in for.
    ///
    /// - Parameter source: Makes what decides about it, once for each environment that resolves the service itself, and
    ///   again after a reset. It is told whether what is made is thrown away, as `validate()` does, and nothing may come of
    ///   it elsewhere.
    package func registerProvisional<S: Sendable>(
        _ type: S.Type, name: ServiceName?, scope: ServiceScope, fileID: StaticString, line: UInt,
        source: @escaping @Sendable (_ isRehearsal: Bool) -> any ProvisionalSource<S>
    ) {
        let never: @Sendable () -> S = { Self.neverCalled() }
        register(
            ServiceIdentity(type, name: name), scope, .making(never),
            RegistrationPlace(fileID: fileID, line: line)
        ) { ErasedSource(source($0)) }
    }

    /// Registers a service of the main actor that something else may stand in for.
    @MainActor
    package func registerMainProvisional<S>(
        _ type: S.Type, name: ServiceName?, scope: ServiceScope, fileID: StaticString, line: UInt,
        source: @escaping @Sendable (_ isRehearsal: Bool) -> any MainProvisionalSource<S>
    ) {
        let never: @MainActor () -> S = { Self.neverCalled() }
        register(
            ServiceIdentity(type, name: name), scope, .makingMain(never),
            RegistrationPlace(fileID: fileID, line: line), isolation: MainActor.shared
        ) { ErasedSource(main: source($0)) }
    }

    /// Registers a service that is made asynchronously and that something else may stand in for.
    package func registerAsyncProvisional<S: Sendable>(
        _ type: S.Type, name: ServiceName?, scope: ServiceScope, fileID: StaticString, line: UInt,
        source: @escaping @Sendable (_ isRehearsal: Bool) -> any AsyncProvisionalSource<S>
    ) {
        let never: @Sendable () async -> S = { Self.neverCalled() }
        register(
            ServiceIdentity(type, name: name), scope, .makingAsync(never),
            RegistrationPlace(fileID: fileID, line: line)
        ) { ErasedSource(async: source($0)) }
    }

    /// - Parameter factory: Says what kind of factory it is; the source makes the instances.
    private func register(
        _ identity: ServiceIdentity, _ scope: ServiceScope, _ factory: Registration.Factory,
        _ place: RegistrationPlace,
        isolation: (any Actor)? = nil, makeSource: @escaping @Sendable (_ isRehearsal: Bool) -> ErasedSource
    ) {
        let registration = Registration(
            scope: scope, factory: factory, needs: nil, home: storage.identity, place: place,
            makeSource: makeSource)
        storage.register(identity, registration, isolation: isolation)
    }

    private static func neverCalled<S>() -> S {
        preconditionFailure("A service with a source is made by that.")
    }
}
