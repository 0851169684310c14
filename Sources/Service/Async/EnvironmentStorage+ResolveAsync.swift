extension EnvironmentStorage {
    /// Resolves a service that has an asynchronous factory.
    ///
    /// - Returns: The instance, which belongs to the caller; nil if it has to be, or can be, resolved synchronously.
    @usableFromInline
    func resolveAsync(_ service: ServiceIdentity) async throws(ServiceError) -> ErasedValue? {
        let context = AsyncContext.current
        guard let context else { return try await resolveAsync(service, from: nil) }
        context.observe(service)
        return try await environment(in: context).resolveAsync(service, from: context)
    }

    /// Whether a synchronous resolution failed only because the service was registered anew, for asynchronous making.
    @usableFromInline
    func hasBecomeAsync(_ service: ServiceIdentity, _ error: ServiceError) -> Bool {
        guard case .factoryFailed(_, let notReady as AsyncServiceNotReadyError) = error, notReady.service == service
        else { return false }
        let environment = AsyncContext.current.map { self.environment(in: $0) } ?? self
        return environment.locate(service)?.registration.isAsync ?? false
    }

    /// The environment that is meant where an asynchronous factory, or its decorator, asks this one.
    private func environment(in context: AsyncContext) -> EnvironmentStorage {
        AsyncContext.isMade(in: identity) ? context.environment : self
    }

    private func resolveAsync(
        _ service: ServiceIdentity, from context: AsyncContext?
    ) async throws(ServiceError) -> ErasedValue? {
        // Whatever is wrong with the service, or the environment, the synchronous resolution says.
        guard !shutdownState.isShut, let location = locate(service), location.registration.isAsync,
            !location.environment.shutdownState.isShut
        else { return nil }
        let entry = location.entry
        if location.registration.scope.isKept {
            let owner = location.environment
            if let kept = entry.copyOfKept() { return kept }
            if let (value, provisos) = entry.copyOfProvisional() {
                context?.add(provisos)
                return value
            }
            try owner.check(location, from: context)
            let admission = location.source?.admit(mayCreate: true)
            if case .serve(let value, let period) = admission {
                return try await owner.serve(value, period, of: entry, to: context)
            }
            return try await owner.makeKeptAsync(Location(copying: location), admission, from: context, asker: self)
        }
        let registration = location.registration
        if case .graph = registration.scope, let (made, provisos) = context?.graph.copy(of: registration, for: self) {
            context?.add(provisos)
            return made
        }
        try check(location, from: context)
        let admission = location.source?.admit(mayCreate: true)
        if case .serve(let value, let period) = admission {
            return try await serve(value, period, of: entry, to: context)
        }
        let inner = AsyncContext(location, for: self, outer: context, resolver: context?.resolver ?? Resolver())
        let (value, period) = try await makeAsync(Location(copying: location), admission, in: inner, asker: self)
        if period == nil { location.source?.settle() }
        guard case .graph = registration.scope else {
            context?.add(inner.provisos)
            return value
        }
        let (first, provisos) = inner.graph.keep(value, inner.provisos, of: registration, for: self)
        context?.add(provisos)
        return first
    }

    /// Refuses a service that is being created already, and one that is nested too deeply.
    private func check(_ location: borrowing Location, from context: AsyncContext?) throws(ServiceError) {
        guard let context else { return }
        let failure: ServiceError
        let path = context.path + [location.entry.identity]
        if context.isCreating(location.entry, for: self) {
            failure = circle(path)
        } else if path.count > ServiceEnv.maxResolutionDepth {
            failure = .maxDepthExceeded(depth: ServiceEnv.maxResolutionDepth, chain: path.map { name(of: $0) })
        } else {
            return
        }
        report(.failed(failure), path: path, duration: .zero, asker: self)
        throw failure
    }

    /// Makes the instance that this environment keeps, in a task of its own, or waits for the one being made.
    ///
    /// - Returns: The instance; nil if by now a synchronous factory is registered.
    func makeKeptAsync(
        _ location: consuming Location, _ admission: ErasedSource.Admission?, from context: AsyncContext?,
        asker: EnvironmentStorage
    ) async throws(ServiceError) -> ErasedValue? {
        let entry = location.entry
        let registration = location.registration
        /// What was found under the lock.
        enum Finding {
            case kept(ErasedValue)
            case creation(AsyncCreation, isOurs: Bool)
            case replaced
        }
        let finding = entry.state.withLock { state -> Finding in
            if let kept = entry.copyOfKeptUnderLock() { return .kept(kept) }
            if let creation = state.creatingAsync {
                creation.join()
                return .creation(creation, isOurs: false)
            }
            guard state.effective === registration else { return .replaced }
            let creation = AsyncCreation(of: entry.identity)
            creation.join()
            state.creatingAsync = creation
            return .creation(creation, isOurs: true)
        }
        switch finding {
        case .kept(let value):
            return value
        case .replaced:
            return try await asker.resolveAsync(entry.identity, from: context)
        case .creation(let creation, let isOurs):
            if isOurs {
                // Asked again, as meanwhile somebody else may have failed and left a stand-in. A probe is nobody else's.
                var admission = admission
                if case .create(_, isProbe: false) = admission { admission = location.source?.admit(mayCreate: true) }
                let inner = AsyncContext(location, for: self, outer: context, resolver: creation.owner)
                start(creation, entry: entry, registration: registration, admission, in: inner, asker: asker)
            }
            return try await wait(for: creation, entry: entry, from: context)
        }
    }

    private func start(
        _ creation: AsyncCreation, entry: Entry, registration: Registration, _ admission: ErasedSource.Admission?,
        in context: AsyncContext,
        asker: EnvironmentStorage
    ) {
        creation.start {
            let location = unsafe Location(
                environment: self, entry: .passUnretained(entry), registration: registration)
            let source = location.source
            let outcome: Result<ErasedValue, ServiceError>
            var isStandIn = false
            do throws(ServiceError) {
                let (value, period) = try await self.makeAsync(location, admission, in: context, asker: asker)
                isStandIn = period != nil
                do throws(ServiceError) {
                    try self.enlist(value.copied(), of: entry.identity, registration)
                } catch {
                    value.destroy()
                    throw error
                }
                outcome = .success(value)
            } catch {
                outcome = .failure(error)
            }
            let provisos = context.provisos
            let garbage = entry.state.withLock { state in
                var garbage = Garbage()
                // Otherwise a reset or a registration came first, or everybody left.
                guard state.creatingAsync === creation else { return garbage }
                state.creatingAsync = nil
                // Its source keeps what stands in for the service itself.
                guard case .success(let value) = outcome, !isStandIn else { return garbage }
                let isFree = provisos.isEmpty
                let instance = ProvisionalInstance(value: value, isMain: false, provisos: provisos)
                entry.keepProvisional(isFree ? nil : instance.copied(), &state, &garbage)
                if isFree { entry.keep(value.copied()) }
                return garbage
            }
            garbage.destroy()
            if case .success = outcome, !isStandIn { source?.settle() }
            creation.finish(outcome, provisos)
        }
    }

    private func wait(
        for creation: AsyncCreation, entry: Entry, from context: AsyncContext?
    ) async throws(ServiceError) -> ErasedValue {
        let wait: WaitGraph.Wait?
        do throws(WaitGraph.Circle) {
            wait = try context.map { context throws(WaitGraph.Circle) in
                try WaitGraph.enter(context.resolver, for: creation, path: context.path)
            }
        } catch {
            leave(creation, entry)
            throw circle(error.chain)
        }
        let outcome = await creation.outcome()
        let closed = wait.flatMap { WaitGraph.leave($0) }
        leave(creation, entry)
        switch outcome {
        case nil: throw .factoryFailed(serviceType: name(of: entry.identity), underlyingError: CancellationError())
        case .success(let value):
            context?.add(creation.provisos)
            return value
        case .failure(let error): throw seen(error, of: entry.identity, from: context?.path ?? [], closed)
        }
    }

    /// Loses interest in a creation; the last one to do so cancels it.
    private func leave(_ creation: AsyncCreation, _ entry: Entry) {
        let isAbandoned = entry.state.withLock { state in
            guard creation.leave() else { return false }
            if state.creatingAsync === creation { state.creatingAsync = nil }
            return true
        }
        if isAbandoned { creation.abandon() }
    }

    /// Runs the asynchronous factory and the decorators.
    ///
    /// - Returns: The instance, and its period if it only stands in for the service.
    private func makeAsync(
        _ location: consuming Location, _ admission: ErasedSource.Admission?, in context: AsyncContext,
        asker: EnvironmentStorage
    ) async throws(ServiceError) -> (ErasedValue, ProvisionalPeriod?) {
        guard case .async(let factory) = location.registration.factory else {
            preconditionFailure("Only services with asynchronous factories are made here.")
        }
        let start = startOfObservation(for: asker)
        let entry = location.entry
        let source = location.source
        let isForTestingOrDevelopment = isForTestingOrDevelopment
        let result = await context.run {
            defer { withExtendedLifetime(admission) {} }
            let (value, period): (ErasedValue, ProvisionalPeriod?) =
                if case .serve(let value, let period) = admission {
                    (value, period)
                } else if case .async(let make) = source?.making {
                    try await make(isForTestingOrDevelopment)
                } else {
                    (try await factory(), nil)
                }
            try await entry.decorate(value)
            return (value, period)
        }
        let duration = start?.elapsed
        switch result {
        case .success(let (value, period)):
            if let period { context.add([period]) }
            if let duration { report(.created, path: context.path, duration: duration, asker: asker) }
            return (value, period)
        case .failure(let error):
            let failure =
                error as? ServiceError
                ?? .factoryFailed(serviceType: name(of: entry.identity), underlyingError: error)
            report(.failed(failure), path: context.path, duration: duration ?? .zero, asker: asker)
            throw failure
        }
    }
}
