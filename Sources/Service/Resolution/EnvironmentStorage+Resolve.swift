import CServiceThread
import Synchronization

extension EnvironmentStorage {
    /// Writes the instance of a service into uninitialised memory, making it if need be.
    ///
    /// This is what ``ServiceEnv/resolve(_:)`` does when the instance is not simply there.
    ///
    /// - Returns: Whether the instance is provisional, so that nobody should keep it.
    /// - Throws: ``ServiceError``; nothing was written then.
    @usableFromInline
    @discardableResult
    func resolve(_ request: ServiceRequest, into destination: UnsafeMutableRawPointer) throws(ServiceError) -> Bool {
        guard let caller = unsafe ResolutionFrame.innermost else {
            return try unsafe !resolveInContext(request, into: destination).isEmpty
        }
        if unsafe caller.pointee.isRecording {
            unsafe caller.pointee.registration.observe(dependency: request.service)
        }
        let isSent = unsafe request.isRedirected && caller.pointee.isMade(in: identity)
        let environment = unsafe isSent ? caller.pointee.environment : self
        let provisos = try unsafe environment.resolve(request, from: caller, into: destination)
        guard !provisos.isEmpty else { return false }
        unsafe caller.pointee.provisos += provisos
        return true
    }

    /// Resolves for code that no synchronous factory runs, but perhaps an asynchronous one.
    private func resolveInContext(
        _ request: ServiceRequest, into destination: UnsafeMutableRawPointer
    ) throws(ServiceError) -> Provisos {
        // While such a factory runs that has to be seen here, this environment pays attention.
        guard identity.attention.load(ordering: .relaxed) > 0, let context = AsyncContext.current else {
            return try unsafe resolve(request, from: nil, into: destination)
        }
        context.observe(request.service)
        let isSent = request.isRedirected && context.registration.home === identity
        let provisos = try unsafe (isSent ? context.environment : self).resolve(
            request, from: nil, into: destination)
        context.add(provisos)
        return provisos
    }

    /// - Returns: What the instance stands on.
    func resolve(
        _ request: ServiceRequest, from caller: UnsafeMutablePointer<ResolutionFrame>?,
        into destination: UnsafeMutableRawPointer
    ) throws(ServiceError) -> Provisos {
        guard !shutdownState.isShut else { throw shutError(for: request.service) }
        guard let location = locate(request.service) else { throw missing(request) }
        guard !location.environment.shutdownState.isShut else {
            throw location.environment.shutError(for: request.service)
        }
        guard request.isMain || !location.isMain else { throw missing(request) }
        switch location.registration.scope {
        case .singleton, .custom:
            if unsafe location.entry.copyKept(to: destination, isMain: location.isMain) { return [] }
            if case .copied(let provisos) = unsafe location.entry.copyProvisional(to: destination) { return provisos }
            if location.registration.isAsync { break }
            return try unsafe location.environment.enter(
                location, .keep, from: caller, request, asker: self, into: destination)
        case .graph, .transient:
            if location.registration.isAsync { break }
            return try unsafe resolveUnkept(location, request, from: caller, into: destination)
        }
        if let provisos = try unsafe standIn(location, asker: self, into: destination) { return provisos }
        throw notReady(location)
    }

    /// Makes an instance that no environment keeps.
    private func resolveUnkept(
        _ location: borrowing Location, _ request: ServiceRequest,
        from caller: UnsafeMutablePointer<ResolutionFrame>?,
        into destination: UnsafeMutableRawPointer
    ) throws(ServiceError) -> Provisos {
        guard location.registration.scope == .graph else {
            return try unsafe enter(location, .make, from: caller, request, asker: self, into: destination)
        }
        if let root = unsafe caller?.pointee.root,
            let provisos = unsafe root.pointee.copyGraphInstance(
                of: location.registration, for: self, to: destination)
        {
            return provisos
        }
        if let made = AsyncContext.current?.graph.copy(of: location.registration, for: self) {
            unsafe made.move(to: destination)
            return []
        }
        return try unsafe enter(location, .share, from: caller, request, asker: self, into: destination)
    }

    /// The error for a service that is made asynchronously and is not there yet.
    private func notReady(_ location: borrowing Location) -> ServiceError {
        let service = location.entry.identity
        let inner = unsafe ResolutionFrame.innermost?.pointee.path ?? []
        let context = AsyncContext.current
        let path = (inner.isEmpty ? context?.path ?? [] : inner) + [service]
        let isCircle = context?.isCreating(location.entry, for: location.environment) ?? false
        let name = name(of: service)
        let error =
            isCircle
            ? circle(path)
            : ServiceError.factoryFailed(
                serviceType: name,
                underlyingError: AsyncServiceNotReadyError(serviceType: name, service: service))
        report(.failed(error), path: path, duration: .zero, asker: self)
        return error
    }

    /// The environment that a factory running on this thread is sent to when it asks this one.
    var redirected: EnvironmentStorage {
        guard let caller = unsafe ResolutionFrame.innermost, unsafe caller.pointee.isMade(in: identity) else {
            return self
        }
        return unsafe caller.pointee.environment
    }

    /// The error for a service that nobody registered, told to whoever wants to know.
    private func missing(_ request: ServiceRequest) -> ServiceError {
        let error = missing(request.service)
        onMissing?(explanation(of: error, resolving: request.service, isMain: request.isMain))
        return error
    }

    /// The error for a service that nobody registered, or only with other arguments.
    private func missing(_ service: ServiceIdentity) -> ServiceError {
        let name = name(of: ServiceIdentity(service.type))
        guard case .arguments(let given, _) = service.variant else {
            return .notRegistered(serviceType: self.name(of: service))
        }
        let registered = registeredArguments(of: service.type)
        guard !registered.isEmpty else { return .notRegistered(serviceType: self.name(of: service)) }
        let mismatch = ArgumentMismatchError(
            serviceType: name, given: given.description, registered: registered)
        return .factoryFailed(serviceType: name, underlyingError: mismatch)
    }

    /// The types of arguments that a service is registered with, here or in a parent.
    private func registeredArguments(of type: any Any.Type) -> [String] {
        let here = registry.withLock { registry in
            registry.layers.registrations.keys.compactMap { identity in
                if identity.type == type, case .arguments(let types, _) = identity.variant {
                    types.description
                } else {
                    nil
                }
            }
        }
        return (here + (parent?.registeredArguments(of: type) ?? [])).sorted()
    }

    // MARK: The path

    /// What to do with a service once it is on the path.
    private enum Work {
        /// Make an instance.
        case make
        /// Make an instance for all of the top-level resolution.
        case share
        /// Make an instance that this environment keeps.
        case keep
    }

    /// Puts a service on the path while it is created.
    ///
    /// - Parameter asker: The environment that was asked, whose observers want to know too.
    private func enter(
        _ location: borrowing Location, _ work: Work, from caller: UnsafeMutablePointer<ResolutionFrame>?,
        _ request: ServiceRequest, asker: EnvironmentStorage, into destination: UnsafeMutableRawPointer
    ) throws(ServiceError) -> Provisos {
        if let caller = unsafe caller {
            return try unsafe enter(
                location, work, root: caller.pointee.root, outer: caller, request, asker: asker,
                into: destination)
        } else {
            var root = unsafe ResolutionRoot()
            defer { unsafe root.end() }
            return try unsafe enter(
                location, work, root: &root, outer: nil, request, asker: asker, into: destination)
        }
    }

    private func enter(
        _ location: borrowing Location, _ work: Work, root: UnsafeMutablePointer<ResolutionRoot>,
        outer: UnsafeMutablePointer<ResolutionFrame>?, _ request: ServiceRequest, asker: EnvironmentStorage,
        into destination: UnsafeMutableRawPointer
    ) throws(ServiceError) -> Provisos {
        var frame = unsafe ResolutionFrame(location, for: self, outer: outer, root: root)
        do throws(ServiceError) {
            try unsafe check(&frame)
            var work = work
            if let source = location.source {
                let admission = source.admit(mayCreate: true)
                // What its source keeps is handed out without waiting for anybody who makes the service.
                if case (.serve, .keep) = (admission, work) { work = .make }
                unsafe frame.admission = admission
            }
            try unsafe push(&frame, location, work, request, asker: asker, into: destination)
        } catch {
            unsafe report(.failed(error), of: frame, asker: asker)
            throw error
        }
        if unsafe frame.isRecording { location.registration.isObserved.store(true, ordering: .relaxed) }
        guard case .making(let since) = unsafe frame.phase else { return unsafe frame.provisos }
        // Only now, as nothing stands in any more for whoever finds no instance.
        if unsafe !frame.isStandIn && frame.admission != nil { location.source?.settle() }
        if since != nil { unsafe report(.created, of: frame, asker: asker) }
        return unsafe frame.provisos
    }

    private func push(
        _ frame: UnsafeMutablePointer<ResolutionFrame>, _ location: borrowing Location, _ work: Work,
        _ request: ServiceRequest, asker: EnvironmentStorage, into destination: UnsafeMutableRawPointer
    ) throws(ServiceError) {
        // Whom the factory may ask must not answer without a look at the path: it records, or it redirects.
        let isAway = unsafe !frame.pointee.isMade(in: identity)
        let isAttentive = unsafe isAway || frame.pointee.isRecording
        if isAttentive { payAttention(1, isAway ? location.registration.home : nil) }
        // Not the outer frame: a run loop inside a factory may have left another task's in between.
        let previous = unsafe service_resolution_path_get()
        unsafe frame.pointee.below = previous?.assumingMemoryBound(to: ResolutionFrame.self)
        unsafe service_resolution_path_set(frame)
        defer {
            unsafe service_resolution_path_set(previous)
            if isAttentive { payAttention(-1, isAway ? location.registration.home : nil) }
        }
        switch work {
        case .make:
            try unsafe make(location, frame, request, asker: asker, into: destination)
        case .share:
            try unsafe make(location, frame, request, asker: asker, into: destination)
            unsafe AsyncContext.current?.graph.share(destination, of: location, for: self)
            unsafe frame.pointee.root.pointee.keepGraphInstance(
                destination, of: location, for: self, provisos: frame.pointee.provisos)
        case .keep:
            try unsafe makeKept(location, frame, request, asker: asker, into: destination)
        }
    }

    @inline(never)
    func payAttention(_ change: Int, _ home: EnvironmentIdentity?) {
        identity.attention.add(change, ordering: .relaxed)
        home?.attention.add(change, ordering: .relaxed)
    }

    /// Refuses a service that is being created already, and one that is nested too deeply.
    private func check(_ frame: UnsafeMutablePointer<ResolutionFrame>) throws(ServiceError) {
        var next = unsafe frame.pointee.outer
        guard unsafe next != nil else { return }
        let mayRepeat = unsafe frame.pointee.entry.identity.hasArguments
        while let outer = unsafe next {
            if unsafe !mayRepeat && frame.pointee.isSame(as: outer) {
                throw unsafe circle(frame.pointee.path)
            }
            unsafe next = outer.pointee.outer
        }
        let limit = unsafe frame.pointee.root.pointee.maximumDepth
        if unsafe frame.pointee.depth > limit {
            throw unsafe .maxDepthExceeded(depth: limit, chain: frame.pointee.path.map { name(of: $0) })
        }
    }

    /// The error for a chain of services that ends where it was before.
    func circle(_ chain: [ServiceIdentity]) -> ServiceError {
        let names = chain.map { name(of: $0) }
        return .circularDependency(serviceType: names.last ?? "", chain: names)
    }

    // MARK: Making

    /// Runs the factory and the decorators, in this environment.
    func make(
        _ location: borrowing Location, _ frame: UnsafeMutablePointer<ResolutionFrame>,
        _ request: ServiceRequest,
        asker: EnvironmentStorage, into destination: UnsafeMutableRawPointer
    ) throws(ServiceError) {
        let admission = unsafe frame.pointee.admission
        // Handing out a stand-in is no creation to tell of.
        if case .serve = admission {
        } else {
            unsafe frame.pointee.phase = .making(since: startOfObservation(for: asker))
        }
        do {
            if ServiceEnv.current.storage === self {
                try unsafe location.run(request.arguments, admission, into: destination)
            } else {
                try unsafe runElsewhere(location, request, admission, into: destination)
            }
        } catch let error as ServiceError {
            throw error
        } catch {
            throw .factoryFailed(serviceType: name(of: location.entry.identity), underlyingError: error)
        }
    }

    /// Runs the factory where another environment is current.
    private func runElsewhere(
        _ location: borrowing Location, _ request: ServiceRequest, _ admission: ErasedSource.Admission?,
        into destination: UnsafeMutableRawPointer
    ) throws {
        let copy = Location(copying: location)
        try ServiceEnv.$current.withValue(ServiceEnv(self)) {
            try unsafe copy.run(request.arguments, admission, into: destination)
        }
    }
}
