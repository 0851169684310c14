extension ServiceEnv {
    /// Creates every asynchronous singleton, so that afterwards each resolves synchronously.
    ///
    /// Services that need others are created after them, and unrelated ones at the same time. Instances that exist already
    /// stay.
    ///
    /// ```swift
    /// try await env.warmUp()
    /// let pool = try env.resolve(Pool.self)
    /// ```
    ///
    /// - Throws: ``ServiceError`` of the first service that cannot be created; the running creations are cancelled then.
    ///   `factoryFailed` with an ``EnvironmentShutDownError`` if an environment was shut down.
    public func warmUp() async throws(ServiceError) {
        let storage = storage
        let result = await withTaskGroup(of: Result<Void, ServiceError>.self) { group in
            for service in storage.asyncSingletons {
                group.addTask { await storage.warmUp(service) }
            }
            for await result in group {
                guard case .failure = result else { continue }
                group.cancelAll()
                return result
            }
            return .success(())
        }
        try result.get()
    }
}

extension EnvironmentStorage {
    /// The asynchronous singletons of this environment and its parents.
    var asyncSingletons: [ServiceIdentity] {
        registrations.filter { $0.value.isAsync && $0.value.scope == .singleton }.map(\.key)
    }

    /// The environment that cannot create a service any more because it was shut down: this one, or the parent that has it.
    private func shutEnvironment(of service: ServiceIdentity) -> EnvironmentStorage? {
        if shutdownList.isShut { return self }
        guard let owner = lookUp(service)?.environment, owner.shutdownList.isShut else { return nil }
        return owner
    }

    /// Creates one service. If its factory synchronously resolves another one that does not exist yet, creates that one first.
    ///
    /// - Parameters:
    ///   - service: The service.
    ///   - waiting: Those that are created after it, from the outermost on.
    func warmUp(
        _ service: ServiceIdentity, for waiting: [ServiceIdentity] = []
    ) async -> Result<Void, ServiceError> {
        let path = waiting + [service]
        var prepared: Set<ServiceIdentity> = []
        while true {
            do throws(ServiceError) {
                if try await resolveAsync(service) == nil, let shut = shutEnvironment(of: service) {
                    let error = shut.shutDownError(for: service)
                    shut.report(.failed(error), path: ResolutionFrame.currentPath + [service], requester: self)
                    throw error
                }
                return .success(())
            } catch {
                guard case .factoryFailed(_, let notReady as AsyncServiceNotReadyError) = error,
                    notReady.service != service, prepared.insert(notReady.service).inserted
                else { return .failure(error) }
                if let start = path.firstIndex(of: notReady.service) {
                    return .failure(cycleError(path[start...] + [notReady.service]))
                }
                if case .failure(let error) = await warmUp(notReady.service, for: path) { return .failure(error) }
            }
        }
    }
}
