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
        let isSent = request.isRedirected && AsyncContext.isMade(in: identity)
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
        while true {
            guard !shutdownState.isShut else { throw shutError(for: request.service) }
            guard let location = locate(request.service) else { throw missing(request) }
            guard !location.environment.shutdownState.isShut else {
                throw location.environment.shutError(for: request.service)
            }
            guard request.isMain || !location.isMain else { throw missing(request) }
            let scope = location.registration.scope
            if scope.isKept {
                if unsafe location.entry.copyKept(to: destination, isMain: location.isMain) { return [] }
                if case .copied(let provisos) = unsafe location.entry.copyProvisional(to: destination) {
                    return provisos
                }
            }
            if location.registration.isAsync {
                if let provisos = try unsafe standIn(location, asker: self, into: destination) { return provisos }
                throw notReady(location)
            }
            guard scope.isKept else {
                return try unsafe resolveUnkept(location, request, from: caller, into: destination)
            }
            let provisos = try unsafe location.environment.enter(
                location, .keep, from: caller, request, asker: self, into: destination)
            if let provisos { return provisos }
            // From the start: the newer registration may have another scope, or belong to the main actor.
        }
    }

    /// Makes an instance that no environment keeps.
    private func resolveUnkept(
        _ location: borrowing Location, _ request: ServiceRequest,
        from caller: UnsafeMutablePointer<ResolutionFrame>?,
        into destination: UnsafeMutableRawPointer
    ) throws(ServiceError) -> Provisos {
        guard location.registration.scope == .graph else {
            return try unsafe enter(location, .make, from: caller, request, asker: self, into: destination) ?? []
        }
        if let root = unsafe caller?.pointee.root,
            let provisos = unsafe root.pointee.copyGraphInstance(
                of: location.registration, for: self, to: destination)
        {
            return provisos
        }
        if let (made, provisos) = AsyncContext.current?.graph.copy(of: location.registration, for: self) {
            unsafe made.move(to: destination)
            return provisos
        }
        return try unsafe enter(location, .share, from: caller, request, asker: self, into: destination) ?? []
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
}
