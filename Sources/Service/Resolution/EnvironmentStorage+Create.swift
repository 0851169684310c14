extension EnvironmentStorage {
    /// Creates an instance for this environment that nothing caches.
    ///
    /// - Returns: The leases that the instance is valid under.
    @inline(__always)
    func create(
        _ found: borrowing ResolvedRegistration, _ factory: SyncFactory, _ arguments: ArgumentPointer,
        _ context: borrowing ResolutionContext, _ output: Output
    ) throws(ServiceError) -> Leases {
        try checkPath(found, context)
        let start = startOfObservation(for: context.requester)
        do throws(ServiceError) {
            var leases = Leases()
            if found.registration.makeSource == nil {
                leases = try run(found, factory, arguments, context, output)
            } else {
                let sourced = try runSource(found, factory, context, output, &leases)
                sourced.confirm?()
            }
            report(.created, found, context, since: start)
            return leases
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
        // First, as only a creation can close a cycle or be nested too deeply.
        if let cached = slot.conditional(for: found.registration), !cached.isRenewalDue,
            cached.mayBeUsed(inCreation: context.closesCycle(found, in: self))
        {
            return cached.instance
        }
        try checkPath(found, context)
        let start = startOfObservation(for: context.requester)
        var sourced: SourcedInstance?
        let obtained: Obtained
        do throws(ServiceError) {
            obtained = try slot.obtain(
                found.registration, for: context.requester.with { ObjectIdentifier($0) },
                by: context.root.value.resolver, path: { ResolutionFrame.threadChain() }
            ) { () throws(ServiceError) in
                var leases = Leases()
                let instance = try Output.withInstance(isMain: found.isMain) { output throws(ServiceError) in
                    if found.registration.makeSource == nil {
                        leases = try self.run(found, factory, ArgumentPointer(), context, output)
                    } else {
                        sourced = try self.runSource(found, factory, context, output, &leases)
                    }
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
        case .joined(.success(let instance), _, _):
            return instance
        case .joined(.failure(let joined), let cycle, let isNews):
            let error = seen(joined, of: slot.identity, from: ResolutionFrame.threadChain(to: slot.identity), cycle)
            if isNews {
                report(joined: error, path: context.path + [found.service], requester: context.requester.object)
            }
            throw error
        case .cycle(let cycle):
            let error = cycleError(cycle.chain)
            report(.failed(error), found, context)
            throw error
        case .replaced, .cancelled:
            return nil
        }
    }

    /// Runs the factory and the decorators in this environment, with the service on the path.
    ///
    /// - Returns: The leases of the instances that they got.
    @inline(__always)
    private func run(
        _ found: borrowing ResolvedRegistration, _ factory: SyncFactory, _ arguments: ArgumentPointer,
        _ context: borrowing ResolutionContext, _ output: Output
    ) throws(ServiceError) -> Leases {
        try runOnPath(found, context) { () throws in
            try factory.run(arguments, output)
            try found.decorate(output)
        }
    }

    /// Runs the factory's source and the decorators in this environment, with the service on the path.
    ///
    /// - Parameter leases: Receives the leases of the instances that they got, and that of the source.
    private func runSource(
        _ found: borrowing ResolvedRegistration, _ factory: SyncFactory, _ context: borrowing ResolutionContext,
        _ output: Output, _ leases: inout Leases
    ) throws(ServiceError) -> SourcedInstance {
        var sourced: SourcedInstance?
        leases = try runOnPath(found, context, isSourced: true) { () throws in
            sourced = try found.runSource(factory, output)
        }
        guard let sourced else { Output.stopWithoutInstance() }
        leases.add(Leases(sourced.lease))
        return sourced
    }

    @inline(__always)
    func runOnPath(
        _ found: borrowing ResolvedRegistration, _ context: borrowing ResolutionContext, isSourced: Bool = false,
        _ body: () throws -> Void
    ) throws(ServiceError) -> Leases {
        var frame = ResolutionFrame(found, for: self, outer: context.caller, root: context.root)
        do {
            try frame.run(isSourced: isSourced) {
                if isCurrent { try body() } else { try runAsCurrent(body) }
            }
        } catch {
            throw serviceError(error, of: found.service)
        }
        if frame.isRecording, !frame.isSubstituted { found.registration.observe { $0.endRecording() } }
        return frame.leases
    }

    /// Runs a body while this environment is the current one.
    @inline(never)
    private func runAsCurrent(_ body: () throws -> Void) throws {
        try ServiceEnv.$current.withValue(ServiceEnv(self)) { try body() }
    }

    /// Refuses a service that is being created already, and one that is nested too deeply.
    @inline(__always)
    private func checkPath(
        _ found: borrowing ResolvedRegistration, _ context: borrowing ResolutionContext
    ) throws(ServiceError) {
        guard context.caller != nil || AsyncFrame.current != nil else { return }
        let depth = context.caller?.value.depth ?? 0
        guard context.closesCycle(found, in: self) || depth >= context.root.value.maximumDepth else { return }
        throw refuse(found, context)
    }

    @inline(never)
    private func refuse(
        _ found: borrowing ResolvedRegistration, _ context: borrowing ResolutionContext
    ) -> ServiceError {
        let error =
            context.closesCycle(found, in: self)
            ? cycleError(ResolutionFrame.currentChain() + [found.service])
            : .maxDepthExceeded(depth: ServiceEnv.depthLimit, chain: context.path.map { name(of: $0) })
        report(.failed(error), found, context)
        return error
    }

    /// Adds a new instance to what is shut down with the environment, and decides how long it stays cached.
    func prepare(
        _ instance: LeasedInstance, _ found: borrowing ResolvedRegistration, lease: Lease?
    ) throws(ServiceError) -> CreatedInstance {
        do {
            let retention = try found.retention(of: instance)
            try enlist(instance.instance, found, lease: lease)
            var instance = instance
            if instance.leases.isExpired != nil { instance.leases.isExpired = nil }
            return CreatedInstance(instance, retention)
        } catch {
            throw serviceError(error, of: found.service)
        }
    }
}
