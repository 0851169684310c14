extension ServiceEnv {
    /// Returns an instance of everything that was contributed to a type.
    ///
    /// - Parameter type: The type that was contributed to.
    /// - Returns: The instances in order of contribution, a parent's before its child's; none if nothing was contributed.
    ///   What ``contributeMain(_:scope:fileID:line:factory:)`` added is left out, as only the main actor may have it.
    /// - Throws: ``ServiceError`` of the first contribution that fails, as ``resolve(_:)`` does.
    @inlinable
    public func resolveAll<S: Sendable>(_ type: S.Type = S.self) throws(ServiceError) -> [S] {
        try storage.resolveAll(type, isMain: false)
    }

    /// Returns an instance of everything that was contributed to a type, on the main actor.
    ///
    /// - Parameter type: The type that was contributed to. It need not be `Sendable`.
    /// - Returns: The instances in order of contribution, a parent's before its child's; none if nothing was contributed.
    /// - Throws: ``ServiceError`` of the first contribution that fails, as ``resolve(_:)`` does.
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
        for contribution in contributions(to: type, isMain: isMain) {
            instances.append(
                try resolve(ServiceRequest(contribution, isMain: isMain), as: type))
        }
        return instances
    }

    /// The contributions to a type, those of the parents first, for the environment that a factory is sent to.
    @usableFromInline
    func contributions(to type: any Any.Type, isMain: Bool) -> [ServiceIdentity] {
        let environment = redirected
        return environment.allContributions(to: type).filter { environment.isRegistered($0, isMain: isMain) }
    }

    private func allContributions(to type: any Any.Type) -> [ServiceIdentity] {
        let inherited = parent?.allContributions(to: type) ?? []
        return inherited + registry.withLock { $0.layers.contributions(to: type) }
    }
}
