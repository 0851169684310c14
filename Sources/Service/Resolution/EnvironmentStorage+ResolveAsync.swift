extension EnvironmentStorage {
    /// Resolves a service that has an asynchronous factory.
    ///
    /// - Returns: The instance; nil if it has to be, or can be, resolved synchronously.
    @usableFromInline
    func resolveAsync(_ service: ServiceIdentity) async throws(ServiceError) -> Instance? {
        let frame = AsyncFrame.current
        frame?.record(service, from: self, isRedirected: true)
        let environment = frame.map { self.environment(in: $0) } ?? self
        guard let leased = try await environment.resolveAsync(service, from: frame) else { return nil }
        frame?.add(leased.leases)
        return leased.instance
    }

    /// Whether a resolution that was to be synchronous failed only because an asynchronous factory was registered meanwhile.
    ///
    /// What is registered by now does not matter: it may be synchronous again.
    @usableFromInline
    static func becameAsync(_ service: ServiceIdentity, _ error: ServiceError) -> Bool {
        guard case .factoryFailed(_, let notReady as AsyncServiceNotReadyError) = error else { return false }
        return notReady.service == service && !notReady.isNested
    }

    /// The environment that is meant if an asynchronous factory, or its decorator, asks this one.
    private func environment(in frame: AsyncFrame) -> EnvironmentStorage {
        AsyncFrame.isOwned(by: identity) ? frame.environment : self
    }

    /// - Returns: The instance with its leases; nil if it has to be, or can be, resolved synchronously.
    func resolveAsync(
        _ service: ServiceIdentity, from caller: AsyncFrame?
    ) async throws(ServiceError) -> LeasedInstance? {
        while true {
            // The synchronous resolution finds out what is wrong with the service or the environment.
            guard !shutdownList.isShut, let found = lookUp(service), !found.environment.shutdownList.isShut,
                case .async(let factory) = found.registration.factory
            else { return nil }
            switch found.registration.scope {
            case .transient:
                return try await createAsync(found, factory, from: caller)
            case .graph:
                let graph = caller?.graph ?? GraphInstances()
                let slot = graph.slot(of: found, for: self)
                let leased = try await obtainAsync(slot, found, factory, graph, from: caller, requester: self)
                if let leased { return leased }
            case .singleton, .custom, .weak, .timed:
                if let cached = found.slot.cell.load(isMain: false) { return LeasedInstance(instance: cached) }
                let leased = try await found.environment.obtainAsync(
                    found.slot, found, factory, caller?.graph ?? GraphInstances(), from: caller, requester: self)
                if let leased { return leased }
            }
        }
    }

    /// Creates an instance for this environment that nothing caches, in the current task.
    private func createAsync(
        _ found: borrowing ResolvedRegistration, _ factory: AsyncFactory, from caller: AsyncFrame?
    ) async throws(ServiceError) -> LeasedInstance {
        try checkPath(found, from: caller)
        let frame = AsyncFrame(
            found, for: self, outer: caller, graph: caller?.graph ?? GraphInstances(),
            resolver: caller?.resolver ?? Resolver())
        let start = startOfObservation(for: Borrowed(self))
        do throws(ServiceError) {
            let (instance, sourced) = try await run(found, factory, in: frame)
            sourced?.confirm?()
            report(.created, path: frame.path, since: start, requester: self)
            return instance
        } catch {
            report(.failed(error), path: frame.path, since: start, requester: self)
            throw error
        }
    }

    /// Gets the instance of a slot: a task creates it for this environment, and the current one waits.
    ///
    /// - Returns: The instance; nil if another registration counts by now.
    private func obtainAsync(
        _ slot: ServiceSlot, _ found: borrowing ResolvedRegistration, _ factory: AsyncFactory, _ graph: GraphInstances,
        from caller: AsyncFrame?, requester: EnvironmentStorage
    ) async throws(ServiceError) -> LeasedInstance? {
        if let cached = slot.conditional(for: found.registration), !cached.isRenewalDue,
            cached.mayBeUsed(inCreation: caller?.isCreating(found, for: self) ?? false)
        {
            return cached.instance
        }
        try checkPath(found, from: caller)
        let found = ResolvedRegistration(copying: found)
        let service = found.service
        let obtained = await slot.obtain(
            found.registration, for: ObjectIdentifier(requester),
            in: caller.map { ServiceSlot.Caller(resolvers: $0.resolvers, path: $0.chain()) }
        ) { creation, cache in
            let frame = AsyncFrame(found, for: self, outer: caller, graph: graph, resolver: creation.owner)
            let start = self.startOfObservation(for: Borrowed(requester))
            do throws(ServiceError) {
                let (instance, sourced) = try await self.run(found, factory, in: frame)
                let created = try self.prepare(instance, found, lease: sourced?.lease)
                cache(created.cached)
                sourced?.confirm?()
                self.report(.created, path: frame.path, since: start, requester: requester)
                return .success(created.instance)
            } catch {
                cache(nil)
                self.report(.failed(error), path: frame.path, since: start, requester: requester)
                return .failure(error)
            }
        }
        switch obtained {
        case .cached(let leased), .created(let leased), .joined(.success(let leased), _, _):
            return leased
        case .joined(.failure(let joined), let cycle, let isNews):
            let error = seen(joined, of: service, from: caller?.chain(to: service) ?? [], cycle)
            if isNews { report(joined: error, path: (caller?.path ?? []) + [service], requester: requester) }
            throw error
        case .cycle(let cycle):
            let error = cycleError(cycle.chain)
            report(.failed(error), path: (caller?.path ?? []) + [service], requester: requester)
            throw error
        case .cancelled:
            throw .factoryFailed(serviceType: name(of: service), underlyingError: CancellationError())
        case .replaced:
            return nil
        }
    }

    /// Runs the asynchronous factory and the decorators.
    private func run(
        _ found: borrowing ResolvedRegistration, _ factory: AsyncFactory, in frame: AsyncFrame
    ) async throws(ServiceError) -> (LeasedInstance, SourcedInstance?) {
        let found = ResolvedRegistration(copying: found)
        do {
            let (instance, sourced) = try await frame.run { try await found.run(factory, in: frame) }
            var leases = frame.leases
            leases.add(Leases(sourced?.lease))
            return (LeasedInstance(instance: instance, leases: leases), sourced)
        } catch {
            throw serviceError(error, of: frame.service)
        }
    }

    /// Refuses a service that is being created already, and one that is nested too deeply.
    private func checkPath(
        _ found: borrowing ResolvedRegistration, from caller: AsyncFrame?
    ) throws(ServiceError) {
        guard let caller else { return }
        let failure: ServiceError
        let limit = ServiceEnv.depthLimit
        if !found.service.hasArguments, caller.isCreating(found, for: self) {
            failure = cycleError(caller.chain() + [found.service])
        } else if caller.depth >= limit {
            failure = .maxDepthExceeded(depth: limit, chain: caller.path.map { name(of: $0) })
        } else {
            return
        }
        report(.failed(failure), path: caller.path + [found.service], requester: self)
        throw failure
    }

    /// Creates a service again in a task of its own, for callers that cannot wait.
    ///
    /// - Parameter isDue: Whether that is still wanted when the task's turn comes.
    func renew(_ service: ServiceIdentity, while isDue: @escaping @Sendable () -> Bool = { true }) {
        Task.detached { [self] in
            guard isDue() else { return }
            do throws(ServiceError) {
                _ = try await resolveAsync(service)
            } catch _ {
                // The observers were told. Callers go on with the leased instance.
            }
        }
    }
}
