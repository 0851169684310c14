import Synchronization

extension EnvironmentStorage {
    /// Answers a request: finds the instance, or creates it. This is what `resolve` does if the instance is not simply
    /// there.
    ///
    /// - Parameter output: Receives the instance if it is new and not shared.
    @usableFromInline
    func resolve(_ request: borrowing ServiceRequest, into output: Output) throws(ServiceError) -> Resolved {
        guard let caller = ResolutionFrame.innermost else {
            // Also where this environment does not track: what the factory gets from any may be leased.
            if let frame = AsyncFrame.current {
                return try resolve(request, in: frame, into: output)
            }
            return try resolveInNewRoot(request, into: output)
        }
        if caller.value.isRecording {
            caller.value.record(request.service, from: self, isRedirected: request.isRedirected)
        }
        let isRedirected = request.isRedirected && caller.value.isOwned(by: identity)
        let environment = isRedirected ? caller.value.environment : self
        let resolved = try environment.resolve(
            request, ResolutionContext(requester: Borrowed(environment), caller: caller, root: caller.value.root),
            into: output)
        if resolved.isLeased { caller.value.leases.add(resolved.leases) }
        return resolved
    }

    /// Resolves for an asynchronous factory.
    private func resolve(
        _ request: borrowing ServiceRequest, in frame: AsyncFrame, into output: Output
    ) throws(ServiceError) -> Resolved {
        frame.record(request.service, from: self, isRedirected: request.isRedirected)
        let isRedirected = request.isRedirected && AsyncFrame.isOwned(by: identity)
        let resolved = try (isRedirected ? frame.environment : self).resolveInNewRoot(request, into: output)
        frame.add(resolved.leases)
        return resolved
    }

    /// Begins a top-level resolution.
    private func resolveInNewRoot(
        _ request: borrowing ServiceRequest, into output: Output
    ) throws(ServiceError) -> Resolved {
        var root = ResolutionRoot()
        return try StackReference.with(&root) { root throws(ServiceError) in
            try resolve(
                request, ResolutionContext(requester: Borrowed(self), caller: nil, root: root), into: output)
        }
    }

    /// Answers a request for each of several services, in one top-level resolution or in the one that is under way.
    ///
    /// - Parameters:
    ///   - output: Receives each instance that is new and not shared.
    ///   - take: Takes the instance, which is in the output if there is no shared one.
    @usableFromInline
    func resolveTogether(
        _ services: [ServiceIdentity], isMain: Bool, into output: Output, take: (Instance?) -> Void
    ) throws(ServiceError) {
        guard ResolutionFrame.innermost == nil, AsyncFrame.current == nil else {
            for service in services {
                take(try resolve(ServiceRequest(service, isMain: isMain), into: output).instance)
            }
            return
        }
        var root = ResolutionRoot()
        try StackReference.with(&root) { root throws(ServiceError) in
            for service in services {
                let context = ResolutionContext(requester: Borrowed(self), caller: nil, root: root)
                take(try resolve(ServiceRequest(service, isMain: isMain), context, into: output).instance)
            }
        }
    }

    /// Answers a request in the environment that it is for.
    private func resolve(
        _ request: borrowing ServiceRequest, _ context: borrowing ResolutionContext, into output: Output
    ) throws(ServiceError) -> Resolved {
        while true {
            guard !shutdownList.isShut else { throw refuseAfterShutdown(request.service, context) }
            guard let found = lookUp(request.service) else { throw missing(request) }
            if !found.borrowedEnvironment.refers(to: self) {
                let owner = found.environment
                if owner.shutdownList.isShut { throw owner.refuseAfterShutdown(request.service, context) }
            }
            guard request.isMain || !found.isMain else { throw missing(request) }
            guard case .sync(let factory) = found.registration.factory else {
                let ready = try loadReady(found, context)
                return Resolved(ready.instance, ready.leases)
            }
            let instance: LeasedInstance?
            switch found.registration.scope {
            case .transient:
                return Resolved(nil, try create(found, factory, request.arguments, context, output))
            case .graph:
                let slot = context.root.value.graph.slot(of: found, for: self)
                instance = try obtain(slot, found, factory, context)
            case .singleton, .custom, .weak, .timed:
                let slot = found.slot
                if let cached = slot.cell.load(isMain: found.isMain) { return Resolved(cached) }
                instance = try found.environment.obtain(slot, found, factory, context)
            }
            if let instance { return Resolved(instance.instance, instance.leases) }
            // From the start: the newer registration may have another scope, or belong to the main actor.
        }
    }

    @inline(never)
    private func refuseAfterShutdown(
        _ service: ServiceIdentity, _ context: borrowing ResolutionContext
    ) -> ServiceError {
        let error = shutDownError(for: service)
        report(.failed(error), path: context.path + [service], requester: context.requester.object)
        return error
    }

    /// The instance of an asynchronous service for a caller that cannot wait.
    ///
    /// If the service should be created again, a task does that.
    private func loadReady(
        _ found: borrowing ResolvedRegistration, _ context: borrowing ResolutionContext
    ) throws(ServiceError) -> LeasedInstance {
        let slot = found.slot
        if let cached = slot.cell.load(isMain: false) { return LeasedInstance(instance: cached) }
        if let cached = slot.conditional(for: found.registration),
            cached.mayBeUsed(inCreation: AsyncFrame.current?.isCreating(found, for: found.environment) ?? false)
        {
            if cached.isRenewalDue { found.environment.renew(found.service) }
            return cached.instance
        }
        guard !found.registration.scope.isCached, let standby = found.source?.standby else { throw notReady(found) }
        // For this environment, as nothing caches what is created.
        if let lease = standby.lease, lease.isRenewalDue { renew(found.service, while: { lease.isRenewalDue }) }
        return try decorated(standby, found, context)
    }

    /// The fallback of an asynchronous service that is not cached, as a creation would have given it.
    private func decorated(
        _ standby: SourcedInstance, _ found: borrowing ResolvedRegistration, _ context: borrowing ResolutionContext
    ) throws(ServiceError) -> LeasedInstance {
        var leases = Leases(standby.lease)
        guard let decoration = found.registration.decoration else {
            return LeasedInstance(instance: standby.instance, leases: leases)
        }
        guard !decoration.isMain else { throw notReady(found) }
        let instance = try Output.withInstance(isMain: false) { output throws(ServiceError) in
            let added = try runOnPath(found, context) { () throws in
                // The factory has not run.
                ResolutionFrame.innermost?.value.isSubstituted = true
                output.set(standby.instance)
                try found.decorate(output)
            }
            leases.add(added)
        }
        return LeasedInstance(instance: instance, leases: leases)
    }

    /// The environment that the factory which asks this one is redirected to.
    var redirected: EnvironmentStorage {
        if let caller = ResolutionFrame.innermost {
            return caller.value.isOwned(by: identity) ? caller.value.environment : self
        }
        guard let frame = AsyncFrame.current, AsyncFrame.isOwned(by: identity) else { return self }
        return frame.environment
    }
}
