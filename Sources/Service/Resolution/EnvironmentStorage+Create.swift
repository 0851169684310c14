extension EnvironmentStorage {
    /// What running a factory came to, besides the instance.
    private struct Run {
        let leases: [Lease]
        let sourced: SourcedInstance?
    }

    /// Creates an instance for this environment that nothing caches.
    ///
    /// - Returns: The leases that the instance is valid under.
    func create(
        _ found: borrowing ResolvedRegistration, _ factory: SyncFactory, _ context: borrowing ResolutionContext,
        _ output: Output
    ) throws(ServiceError) -> [Lease] {
        try checkPath(found, context)
        let start = startOfObservation(for: context.requester)
        do throws(ServiceError) {
            let run = try run(found, factory, context, output)
            run.sourced?.confirm?()
            report(.created, found, context, since: start)
            return run.leases
        } catch {
            report(.failed(error), found, context, since: start)
            throw error
        }
    }

    /// Gets the instance of a slot, creating it for this environment or waiting for another thread that does.
    ///
    /// - Returns: The instance; nil if another registration counts by now.
    func obtain(
        _ slot: ServiceSlot, _ found: borrowing ResolvedRegistration, _ factory: SyncFactory,
        _ context: borrowing ResolutionContext
    ) throws(ServiceError) -> LeasedInstance? {
        try checkPath(found, context)
        if let cached = slot.conditional(), !cached.isRenewalDue { return cached.instance }
        let start = startOfObservation(for: context.requester)
        var sourced: SourcedInstance?
        let obtained: Obtained
        do throws(ServiceError) {
            obtained = try slot.obtain(
                found.registration, by: context.root.value.resolver, path: { ResolutionFrame.threadPath }
            ) { () throws(ServiceError) in
                var leases: [Lease] = []
                let type = slot.identity.type
                let instance = try Instance.make(of: type, isMain: found.isMain) { output throws(ServiceError) in
                    let run = try self.run(found, factory, context, output)
                    (leases, sourced) = (run.leases, run.sourced)
                }
                let leased = LeasedInstance(instance: instance, leases: leases)
                return try self.prepare(leased, found, lease: sourced?.lease)
            }
        } catch {
            report(.failed(error), found, context, since: start)
            throw error
        }
        switch obtained {
        case .cached(let instance):
            return instance
        case .created(let instance):
            sourced?.confirm?()
            report(.created, found, context, since: start)
            return instance
        case .joined(.success(let instance), _):
            return instance
        case .joined(.failure(let error), let cycle):
            throw seen(error, of: slot.identity, from: ResolutionFrame.threadPath, cycle)
        case .cycle(let cycle):
            let error = cycleError(cycle.chain)
            report(.failed(error), found, context)
            throw error
        case .replaced, .cancelled:
            return nil
        }
    }

    /// Runs the factory and the decorators in this environment, with the service on the path.
    private func run(
        _ found: borrowing ResolvedRegistration, _ factory: SyncFactory, _ context: borrowing ResolutionContext,
        _ output: Output
    ) throws(ServiceError) -> Run {
        var frame = ResolutionFrame(found, for: self, outer: context.caller, root: context.root)
        var sourced: SourcedInstance?
        do {
            try frame.run {
                if ServiceEnv.current.storage === self {
                    sourced = try found.run(factory, context.request.arguments, output)
                } else {
                    sourced = try runElsewhere(found, factory, context.request.arguments, output)
                }
            }
        } catch {
            throw serviceError(error, of: found.service)
        }
        if frame.isRecording { found.registration.endRecording() }
        var leases = frame.leases
        if let lease = sourced?.lease { leases.append(lease) }
        return Run(leases: leases, sourced: sourced)
    }

    /// Runs the factory while another environment is current.
    private func runElsewhere(
        _ found: borrowing ResolvedRegistration, _ factory: SyncFactory, _ arguments: ArgumentPointer, _ output: Output
    ) throws -> SourcedInstance? {
        let found = ResolvedRegistration(copying: found)
        return try ServiceEnv.$current.withValue(ServiceEnv(self)) { try found.run(factory, arguments, output) }
    }

    /// Refuses a service that is being created already, and one that is nested too deeply.
    private func checkPath(
        _ found: borrowing ResolvedRegistration, _ context: borrowing ResolutionContext
    ) throws(ServiceError) {
        guard context.caller != nil || AsyncFrame.current != nil else { return }
        let error: ServiceError
        if context.closesCycle(found, in: self) {
            error = cycleError(context.path + [found.service])
        } else if context.caller?.value.depth ?? 0 >= context.root.value.maximumDepth {
            let chain = context.path.map { name(of: $0) }
            error = .maxDepthExceeded(depth: ServiceEnv.maxResolutionDepth, chain: chain)
        } else {
            return
        }
        report(.failed(error), found, context)
        throw error
    }

    /// Adds a new instance to what is shut down with the environment, and decides how long it stays cached.
    func prepare(
        _ instance: LeasedInstance, _ found: borrowing ResolvedRegistration, lease: Lease?
    ) throws(ServiceError) -> CreatedInstance {
        do {
            let retention = try found.retention(of: instance.instance)
            try enlist(instance.instance, found, lease: lease)
            return CreatedInstance(instance, retention)
        } catch {
            throw serviceError(error, of: found.service)
        }
    }
}
