extension ServiceEnv {
    /// Returns an instance of everything that was contributed to a type.
    ///
    /// This is one top-level resolution: what it creates shares services of scope ``ServiceScope/graph``.
    ///
    /// - Parameter type: The type that was contributed to.
    /// - Returns: The instances in order of contribution, a parent's before its child's; none if nothing was contributed.
    ///   What ``contributeMain(_:scope:fileID:line:factory:)`` added is left out, as only the main actor may have it.
    /// - Throws: ``ServiceError`` of the first contribution that fails, or because the environment was shut down, as
    ///   ``resolve(_:)`` does.
    @inlinable
    public func resolveAll<S: Sendable>(_ type: S.Type = S.self) throws(ServiceError) -> [S] {
        try storage.resolveAll(type, isMain: false)
    }

    /// Returns an instance of everything that was contributed to a type, on the main actor, as ``resolveAll(_:)`` does.
    ///
    /// - Parameter type: The type that was contributed to. It need not be `Sendable`.
    /// - Returns: The instances in order of contribution, a parent's before its child's; none if nothing was contributed.
    /// - Throws: ``ServiceError`` of the first contribution that fails, or because the environment was shut down, as
    ///   ``resolve(_:)`` does.
    @inlinable
    @MainActor
    public func resolveAllMain<S>(_ type: S.Type = S.self) throws(ServiceError) -> [S] {
        try storage.resolveAll(type, isMain: true)
    }
}

extension EnvironmentStorage {
    @inlinable
    func resolveAll<S>(_ type: S.Type, isMain: Bool) throws(ServiceError) -> [S] {
        var instances: [S] = []
        var variable: S?
        try Output.with(&variable) { output throws(ServiceError) in
            try resolveTogether(contributions(to: type, isMain: isMain), isMain: isMain, into: output) { shared in
                guard let instance = shared?.read(as: type) ?? output.take(type) else { Output.stopWithoutInstance() }
                instances.append(instance)
            }
        }
        return instances
    }

    /// The contributions to a type, those of the parents first, for the environment that a factory is sent to.
    @usableFromInline
    func contributions(to type: any Any.Type, isMain: Bool) throws(ServiceError) -> [ServiceIdentity] {
        let environment = redirected
        guard !environment.shutdownList.isShut else { throw environment.refuseAfterShutdown(ServiceIdentity(type)) }
        return environment.allContributions(to: type).filter { environment.isRegistered($0, isMain: isMain) }
    }

    private func refuseAfterShutdown(_ service: ServiceIdentity) -> ServiceError {
        let error = shutDownError(for: service)
        report(.failed(error), path: ResolutionFrame.currentPath + [service], requester: self)
        return error
    }

    private func allContributions(to type: any Any.Type) -> [ServiceIdentity] {
        let inherited = parent?.allContributions(to: type) ?? []
        return inherited + registry.withLock { $0.layers.contributions(to: type) }
    }
}
