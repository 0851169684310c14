import Synchronization

extension EnvironmentStorage {
    /// Finds the registration that counts for a service, in this environment or the nearest parent that has one.
    @inline(__always)
    func lookUp(_ service: ServiceIdentity) -> ResolvedRegistration? {
        guard let slot = slot(service) else { return parent?.lookUp(service) }
        if let registration = slot.with(\.registration) {
            return ResolvedRegistration(registration, in: self, slot: slot)
        }
        return lookUpInherited(service, slot)
    }

    /// Whether a service can be asked for, on the main actor or elsewhere.
    @usableFromInline
    func isRegistered(_ service: ServiceIdentity, isMain: Bool) -> Bool {
        guard let found = lookUp(service) else { return false }
        return isMain || !found.isMain
    }

    /// Finds the registration of a service that has a slot here without one: a parent's, wrapped if this environment
    /// decorates the service.
    @inline(never)
    private func lookUpInherited(_ service: ServiceIdentity, _ slot: Borrowed<ServiceSlot>) -> ResolvedRegistration? {
        while true {
            guard slot.object.decoration != nil else { return parent?.lookUp(service) }
            let changes = changesInParents
            guard let parent, let inherited = parent.lookUp(service) else { return nil }
            let registration = registration(wrapping: inherited, in: parent)
            let (current, released) = slot.object.state.withLock { state -> (Registration?, DeferredRelease) in
                // Another thread may have been faster, or registered the service here.
                if let current = state.machine.registration { return (current, DeferredRelease()) }
                // This environment is told of a change after this, and drops what is stored here.
                guard changesInParents == changes, state.decoration != nil else { return (nil, DeferredRelease()) }
                let released = slot.object.replace(with: registration, isInherited: true, &state)
                return (state.machine.registration, released)
            }
            released.release()
            if let current { return ResolvedRegistration(current, in: self, slot: slot) }
        }
    }

    /// A registration that gets its instances from a parent's.
    ///
    /// What the parent caches is wrapped once and cached here; what it does not cache is created for this environment.
    private func registration(
        wrapping inherited: borrowing ResolvedRegistration, in parent: EnvironmentStorage
    ) -> Registration {
        let registration = inherited.registration
        var options = Registration.Options(
            scope: registration.scope, needs: registration.needs, fileID: registration.location.fileID,
            line: registration.location.line)
        options.wrapsParents = registration.scope.isCached
        let factory: Factory =
            switch registration.factory {
            case .sync(let factory): .sync(Self.wrapping(factory, of: inherited, in: parent))
            case .async(let factory): .async(Self.wrapping(factory, of: inherited, in: parent))
            }
        return Registration(factory, owner: registration.owner, options)
    }

    private static func wrapping(
        _ factory: SyncFactory, of inherited: borrowing ResolvedRegistration, in parent: EnvironmentStorage
    ) -> SyncFactory {
        let isMain = inherited.isMain
        let inherited = ResolvedRegistration(copying: inherited)
        guard !inherited.registration.scope.isCached else {
            return SyncFactory(isMain: isMain) { arguments, output in
                let request = ServiceRequest(
                    inherited.service, isMain: isMain, isRedirected: false, arguments: arguments)
                guard let shared = try parent.resolve(request, into: output).instance else { return }
                output.set(shared)
                if let isExpired = inherited.expiry(of: shared) {
                    ResolutionFrame.innermost?.value.leases.isExpired = isExpired
                }
            }
        }
        return SyncFactory(isMain: isMain) { arguments, output in
            try inherited.checkNotShutDown()
            let sourced = try inherited.runSource(factory, output)
            if sourced == nil {
                try factory.run(arguments, output)
                try inherited.decorate(output)
            }
            ResolutionFrame.innermost?.value.leases.add(Leases(sourced?.lease))
            sourced?.confirm?()
        }
    }

    private static func wrapping(
        _ factory: AsyncFactory, of inherited: borrowing ResolvedRegistration, in parent: EnvironmentStorage
    ) -> AsyncFactory {
        let inherited = ResolvedRegistration(copying: inherited)
        guard !inherited.registration.scope.isCached else {
            return AsyncFactory(run: {
                let instance = try await parent.resolveInherited(inherited.service)
                if let isExpired = inherited.expiry(of: instance) { AsyncFrame.current?.end(when: isExpired) }
                return instance
            })
        }
        return AsyncFactory(run: {
            try inherited.checkNotShutDown()
            guard let frame = AsyncFrame.current else { return try await factory.run() }
            let (instance, sourced) = try await inherited.run(factory, in: frame)
            frame.add(Leases(sourced?.lease))
            sourced?.confirm?()
            return instance
        })
    }

    /// The instance of a service that was asynchronous when a child wrapped it.
    private func resolveInherited(_ service: ServiceIdentity) async throws -> Instance {
        let frame = AsyncFrame.current
        while true {
            if let leased = try await resolveAsync(service, from: frame) {
                frame?.add(leased.leases)
                return leased.instance
            }
            do throws(ServiceError) {
                // A synchronous one was registered meanwhile.
                return try resolveInheritedNow(service)
            } catch {
                guard Self.becameAsync(service, error) else { throw error }
            }
        }
    }

    private func resolveInheritedNow(_ service: ServiceIdentity) throws(ServiceError) -> Instance {
        try Output.withInstance(isMain: false) { output throws(ServiceError) in
            let request = ServiceRequest(service, isMain: false, isRedirected: false)
            if let shared = try resolve(request, into: output).instance { output.set(shared) }
        }
    }
}
