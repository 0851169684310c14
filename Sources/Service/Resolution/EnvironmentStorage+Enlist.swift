extension EnvironmentStorage {
    /// Remembers an instance that has to be shut down. One that is created too late for that is shut down immediately.
    ///
    /// - Throws: ``EnvironmentShutDownError`` if the environment was shut down meanwhile.
    func enlist(_ instance: Instance, _ found: borrowing ResolvedRegistration, lease: Lease?) throws {
        let service = found.service
        if found.registration.scope.isCached, let shutDown = found.registration.onShutdown {
            let leased = LeasedInstance(instance: instance)
            let listed = ShutdownInstance(
                service: service, needs: dependencies(of: service),
                instance: CachedInstance(leased, found.registration.scope == .weak ? .weakly : .untilReset),
                object: instance.object.map { ObjectIdentifier($0) }, lease: lease, shutDown: shutDown)
            if !shutdownList.add(listed) { shutDownLate(instance, service, shutDown) }
        }
        if shutdownList.isShut { throw EnvironmentShutDownError(environment: name) }
    }

    private func shutDownLate(
        _ instance: Instance, _ service: ServiceIdentity, _ shutDown: Registration.OnShutdown
    ) {
        Task {
            do {
                try await shutDown.run(instance)
            } catch {
                report(.failed(serviceError(error, of: service)), path: [service], requester: self)
            }
        }
    }

    /// Everything that a service needs, directly or through others, as far as it is known and registered.
    func dependencies(of service: ServiceIdentity) -> Set<ServiceIdentity> {
        var seen: Set<ServiceIdentity> = []
        var queue = [service]
        while let next = queue.popLast() {
            guard let registration = lookUp(next)?.registration else { continue }
            for need in registration.dependencies(of: next) where seen.insert(need.to).inserted {
                queue.append(need.to)
            }
        }
        return seen
    }
}
