extension EnvironmentStorage {
    /// An error of a factory as the container throws it.
    func serviceError(_ error: any Error, of service: ServiceIdentity) -> ServiceError {
        if let error = error as? ServiceError { return error.thrownOn }
        let name = name(of: service)
        let path = ResolutionFrame.currentChain(to: service)
        failures.add(FailureLog.Failure(path: path, service, named: name, isMain: false))
        return .factoryFailed(serviceType: name, underlyingError: error)
    }

    /// The error for a chain of services that ends at one it contains already.
    func cycleError(_ chain: [ServiceIdentity]) -> ServiceError {
        let names = chain.map { name(of: $0) }
        return .circularDependency(serviceType: names.last ?? "", chain: names)
    }

    /// The error for resolving after the shutdown.
    func shutDownError(for service: ServiceIdentity) -> ServiceError {
        .factoryFailed(serviceType: name(of: service), underlyingError: EnvironmentShutDownError(environment: name))
    }

    /// The error of a creation as it looks to a caller that waited for it.
    ///
    /// The resolver that closes a cycle fails, and with it the creations in the cycle. Each tells its own caller how the cycle
    /// looks from there: those in it start at their outermost service, others add their path into it.
    func seen(
        _ error: ServiceError, of service: ServiceIdentity, from path: [ServiceIdentity], _ closed: WaitGraph.Cycle?
    ) -> ServiceError {
        guard case .circularDependency(let repeated, let chain) = error else { return error }
        if let closed, closed.all.contains(where: { $0.map { name(of: $0) } == chain }) {
            return cycleError(closed.chain)
        }
        guard let start = chain.firstIndex(of: name(of: service)), let cycle = chain.firstIndex(of: repeated) else {
            return error
        }
        // From here to the service, and on around the cycle to the first service that was passed before.
        var passed = path.map { name(of: $0) }
        for step in chain[start...] + chain[(cycle + 1)...] {
            defer { passed.append(step) }
            if passed.contains(step) { return .circularDependency(serviceType: step, chain: passed + [step]) }
        }
        return error
    }

    /// The error for a service that is created asynchronously and does not exist yet.
    func notReady(_ found: borrowing ResolvedRegistration) -> ServiceError {
        let service = found.service
        let path = ResolutionFrame.currentPath + [service]
        let isCycle = AsyncFrame.current?.isCreating(found, for: found.environment) ?? false
        let name = name(of: service)
        let error =
            isCycle
            ? cycleError(ResolutionFrame.currentChain() + [service])
            : ServiceError.factoryFailed(
                serviceType: name,
                underlyingError: AsyncServiceNotReadyError(
                    serviceType: name, service: service, isNested: ResolutionFrame.innermost != nil,
                    awaited: "resolveAsync(\(spellingWithName(of: service)))", scope: found.registration.scope))
        report(.failed(error), path: path, requester: self)
        return error
    }

    /// The error for a service that is not registered. Calls the observer of missing services.
    func missing(_ request: borrowing ServiceRequest) -> ServiceError {
        let name = nameOfMissing(request.service)
        let error = missing(request.service, named: name)
        let failure = FailureLog.Failure(
            path: ResolutionFrame.currentChain(to: request.service), request.service, named: name,
            isMain: request.isMain)
        failures.add(failure)
        traits.onMissing?(self, error, failure)
        return error
    }

    private func missing(_ service: ServiceIdentity, named name: String) -> ServiceError {
        guard case .arguments(let given, _) = service.variant else { return .notRegistered(serviceType: name) }
        let registered = registeredArguments(of: service.type)
        guard !registered.isEmpty else { return .notRegistered(serviceType: name) }
        let name = self.name(of: ServiceIdentity(service.type))
        let mismatch = ArgumentMismatchError(
            serviceType: name, given: given.description, registered: registered)
        return .factoryFailed(serviceType: name, underlyingError: mismatch)
    }

    /// The types of arguments that a service is registered with, here or in a parent.
    private func registeredArguments(of type: any Any.Type) -> [String] {
        let here = registry.withLock { registry in
            registry.layers.registrations.keys.compactMap { service -> String? in
                guard service.type == type, case .arguments(let types, _) = service.variant else { return nil }
                return types.description
            }
        }
        return (here + (parent?.registeredArguments(of: type) ?? [])).sorted()
    }
}
