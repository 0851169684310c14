extension ServiceEnv {
    /// Makes every asynchronous singleton, so that afterwards each resolves synchronously.
    ///
    /// What needs others is made after them, what does not is made at the same time. What is there already is left alone.
    ///
    /// ```swift
    /// try await env.warmUp()
    /// let pool = try env.resolve(Pool.self)
    /// ```
    ///
    /// - Throws: ``ServiceError`` of the first service that cannot be made; the creations under way are cancelled then.
    ///   `factoryFailed` with an ``EnvironmentShutDownError`` where an environment was shut down.
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

    /// The environment that cannot make a service any more, as it was shut down: this one, or the parent that has it.
    private func shutEnvironment(of service: ServiceIdentity) -> EnvironmentStorage? {
        if shutdownState.isShut { return self }
        guard let owner = locate(service)?.environment, owner.shutdownState.isShut else { return nil }
        return owner
    }

    /// Makes one service; where its factory resolves another one synchronously that is not there yet, that one first.
    func warmUp(_ service: ServiceIdentity) async -> Result<Void, ServiceError> {
        var prepared: Set<ServiceIdentity> = []
        while true {
            do throws(ServiceError) {
                if let made = try await resolveAsync(service) {
                    made.destroy()
                } else if let shut = shutEnvironment(of: service) {
                    throw shut.shutError(for: service)
                }
                return .success(())
            } catch {
                guard case .factoryFailed(_, let notReady as AsyncServiceNotReadyError) = error,
                    notReady.service != service, prepared.insert(notReady.service).inserted
                else { return .failure(error) }
                if case .failure(let error) = await warmUp(notReady.service) { return .failure(error) }
            }
        }
    }
}
