import Synchronization

extension EnvironmentStorage {
    /// Writes the instance of a service, creating it if necessary. This is what `resolve` does if the instance is not
    /// simply there.
    ///
    /// - Returns: Whether the instance is leased, so that no wrapper should store it.
    @usableFromInline
    @discardableResult
    func resolve(_ request: ServiceRequest, into output: Output) throws(ServiceError) -> Bool {
        guard let caller = ResolutionFrame.innermost else {
            return try resolveAtTopLevel(request, into: output)
        }
        if caller.value.isRecording { caller.value.registration.record(request.service) }
        let isRedirected = request.isRedirected && caller.value.isOwned(by: identity)
        let environment = isRedirected ? caller.value.environment : self
        let context = ResolutionContext(
            request: request, requester: environment, caller: caller, root: caller.value.root)
        let leases = try environment.resolve(context, into: output)
        guard !leases.isEmpty else { return false }
        caller.value.leases += leases
        return true
    }

    /// Resolves for code that no synchronous factory runs, but perhaps an asynchronous one.
    private func resolveAtTopLevel(_ request: ServiceRequest, into output: Output) throws(ServiceError) -> Bool {
        // While an asynchronous factory runs that has to be seen here, this environment tracks.
        let frame = identity.trackingCount.load(ordering: .relaxed) > 0 ? AsyncFrame.current : nil
        frame?.record(request.service)
        let isRedirected = frame != nil && request.isRedirected && AsyncFrame.isOwned(by: identity)
        let environment = isRedirected ? frame?.environment ?? self : self
        var root = ResolutionRoot()
        let leases = try StackReference.with(&root) { root throws(ServiceError) in
            let context = ResolutionContext(request: request, requester: environment, caller: nil, root: root)
            return try environment.resolve(context, into: output)
        }
        frame?.add(leases)
        return !leases.isEmpty
    }

    /// - Returns: The leases that the instance is valid under.
    private func resolve(_ context: borrowing ResolutionContext, into output: Output) throws(ServiceError) -> [Lease] {
        let request = context.request
        while true {
            guard !shutdownList.isShut else { throw shutDownError(for: request.service) }
            guard let found = lookUp(request.service) else { throw missing(request) }
            guard !found.environment.shutdownList.isShut else {
                throw found.environment.shutDownError(for: request.service)
            }
            guard request.isMain || !found.isMain else { throw missing(request) }
            guard case .sync(let factory) = found.registration.factory else {
                let instance = try loadReady(found)
                instance.instance.copy(to: output)
                return instance.leases
            }
            let instance: LeasedInstance?
            switch found.registration.scope {
            case .transient:
                return try create(found, factory, context, output)
            case .graph:
                let slot = context.root.value.graph.slot(of: found, for: self)
                instance = try obtain(slot, found, factory, context)
            case .singleton, .custom, .weak, .timed:
                let slot = found.slot
                if let cached = slot.cell.load(isMain: found.isMain) {
                    cached.copy(to: output)
                    return []
                }
                instance = try found.environment.obtain(slot, found, factory, context)
            }
            if let instance {
                instance.instance.copy(to: output)
                return instance.leases
            }
            // From the start: the newer registration may have another scope, or belong to the main actor.
        }
    }

    /// The instance of an asynchronous service for a caller that cannot wait.
    ///
    /// If the service should be created again, a task does that.
    private func loadReady(_ found: borrowing ResolvedRegistration) throws(ServiceError) -> LeasedInstance {
        let slot = found.slot
        if let cached = slot.cell.load(isMain: false) { return LeasedInstance(instance: cached) }
        if let (instance, isRenewalDue) = slot.conditional() {
            if isRenewalDue { renew(found) }
            return instance
        }
        guard !found.registration.scope.isCached, let standby = found.source?.standby else { throw notReady(found) }
        return LeasedInstance(instance: standby.instance, leases: standby.lease.map { [$0] } ?? [])
    }

    /// The environment that a factory running on this thread is redirected to when it asks this one.
    var redirected: EnvironmentStorage {
        guard let caller = ResolutionFrame.innermost, caller.value.isOwned(by: identity) else {
            return self
        }
        return caller.value.environment
    }
}
