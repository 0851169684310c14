import CResolutionPath
import Synchronization

/// What a resolution asks for.
@usableFromInline
struct ServiceRequest {
    let service: ServiceIdentity
    /// Whether the caller is on the main actor, so that its services may be made and returned.
    let isMain: Bool
    /// Whether a factory that names the environment it was registered in is sent to the one it runs for.
    let isRedirected: Bool

    @usableFromInline
    init(_ service: ServiceIdentity, isMain: Bool, isRedirected: Bool) {
        self.service = service
        self.isMain = isMain
        self.isRedirected = isRedirected
    }
}

extension EnvironmentStorage {
    /// The registration that counts for a service in some environment.
    struct Location {
        /// The environment whose registration it is: the one that was asked, or one of its parents.
        let environment: EnvironmentStorage
        let entry: Entry
        let registration: Registration
        let decorators: [Decorator]
    }

    /// Writes the instance of a service into uninitialised memory, making it if need be.
    ///
    /// This is what ``ServiceEnv/resolve(_:)`` does when the instance is not simply there.
    ///
    /// - Throws: ``ServiceError``; nothing was written then.
    @usableFromInline
    func resolve(_ request: ServiceRequest, into destination: UnsafeMutableRawPointer) throws(ServiceError) {
        let caller = unsafe ResolutionFrame.innermost
        var environment = self
        if let caller = unsafe caller {
            if request.isRedirected, unsafe caller.pointee.registration.home === identity {
                environment = unsafe caller.pointee.environment
            }
            if unsafe caller.pointee.isRecording {
                unsafe caller.pointee.registration.observe(dependency: request.service)
            }
        }
        try unsafe environment.resolve(request, from: caller, into: destination)
    }

    private func resolve(
        _ request: ServiceRequest, from caller: UnsafeMutablePointer<ResolutionFrame>?,
        into destination: UnsafeMutableRawPointer
    ) throws(ServiceError) {
        guard let location = locate(request.service), request.isMain || !location.registration.isMain else {
            throw .notRegistered(serviceType: name(of: request.service))
        }
        let entry = location.entry
        switch location.registration.scope {
        case .singleton, .custom:
            let owner = location.environment
            if unsafe entry.copyKept(to: destination, isMain: location.registration.isMain) { return }
            try unsafe owner.enter(location, from: caller, asker: self) { frame throws(ServiceError) in
                try unsafe owner.makeKept(location, frame, asker: self, into: destination)
            }
        case .graph:
            if let root = unsafe caller?.pointee.root,
                unsafe root.pointee.copyGraphInstance(of: entry, for: self, to: destination)
            {
                return
            }
            try unsafe enter(location, from: caller, asker: self) { frame throws(ServiceError) in
                try unsafe make(location, frame, asker: self, into: destination)
                unsafe frame.pointee.root.pointee.keepGraphInstance(destination, of: entry, for: self)
            }
        case .transient:
            try unsafe enter(location, from: caller, asker: self) { frame throws(ServiceError) in
                try unsafe make(location, frame, asker: self, into: destination)
            }
        }
    }

    /// Finds the registration that counts for a service, in this environment or the nearest parent that has one.
    func locate(_ service: ServiceIdentity) -> Location? {
        var environment: EnvironmentStorage? = self
        while let current = environment {
            if let entry = current.entry(service) {
                let (registration, decorators) = entry.state.withLock { ($0.registration, $0.decorators) }
                if let registration {
                    return Location(
                        environment: current, entry: entry, registration: registration, decorators: decorators)
                }
            }
            environment = current.parent
        }
        return nil
    }

    // MARK: The path

    /// Puts a service on the path while `body` creates it.
    ///
    /// - Parameter asker: The environment that was asked, whose observers want to know too.
    private func enter(
        _ location: Location, from caller: UnsafeMutablePointer<ResolutionFrame>?, asker: EnvironmentStorage,
        _ body: (UnsafeMutablePointer<ResolutionFrame>) throws(ServiceError) -> Void
    ) throws(ServiceError) {
        if let caller = unsafe caller {
            try unsafe enter(location, root: caller.pointee.root, outer: caller, asker: asker, body)
        } else {
            var root = unsafe ResolutionRoot(maximumDepth: ServiceEnv.maxResolutionDepth)
            defer { unsafe root.end() }
            try unsafe withUnsafeMutablePointer(to: &root) { root throws(ServiceError) in
                try unsafe enter(location, root: root, outer: nil, asker: asker, body)
            }
        }
    }

    private func enter(
        _ location: Location, root: UnsafeMutablePointer<ResolutionRoot>,
        outer: UnsafeMutablePointer<ResolutionFrame>?, asker: EnvironmentStorage,
        _ body: (UnsafeMutablePointer<ResolutionFrame>) throws(ServiceError) -> Void
    ) throws(ServiceError) {
        let registration = location.registration
        var frame = unsafe ResolutionFrame(
            outer: outer, root: root, depth: (outer?.pointee.depth ?? 0) + 1, entry: location.entry,
            environment: self, registration: registration,
            isRecording: !registration.isObserved.load(ordering: .relaxed))
        do throws(ServiceError) {
            try unsafe check(frame)
            try unsafe withUnsafeMutablePointer(to: &frame) { frame throws(ServiceError) in
                try unsafe push(frame, body)
            }
        } catch {
            unsafe report(.failed(error), of: frame, asker: asker)
            throw error
        }
        if unsafe frame.isRecording { registration.isObserved.store(true, ordering: .relaxed) }
        if case .making(since: .some) = unsafe frame.phase { unsafe report(.created, of: frame, asker: asker) }
    }

    private func push(
        _ frame: UnsafeMutablePointer<ResolutionFrame>,
        _ body: (UnsafeMutablePointer<ResolutionFrame>) throws(ServiceError) -> Void
    ) throws(ServiceError) {
        // Whom the factory may ask must not answer without a look at the path: it records, or it redirects.
        let home = unsafe frame.pointee.registration.home
        let isAway = home !== identity
        let isAttentive = unsafe isAway || frame.pointee.isRecording
        if isAttentive {
            identity.attention.add(1, ordering: .relaxed)
            if isAway { home.attention.add(1, ordering: .relaxed) }
        }
        // Not `outer`: a run loop inside a factory may have left another task's frame in between.
        let previous = unsafe service_resolution_path_get()
        unsafe service_resolution_path_set(frame)
        defer {
            unsafe service_resolution_path_set(previous)
            if isAttentive {
                identity.attention.subtract(1, ordering: .relaxed)
                if isAway { home.attention.subtract(1, ordering: .relaxed) }
            }
        }
        try unsafe body(frame)
    }

    /// Refuses a service that is being created already, and one that is nested too deeply.
    private func check(_ frame: borrowing ResolutionFrame) throws(ServiceError) {
        var next = unsafe frame.outer
        while let outer = unsafe next {
            if unsafe outer.pointee.entry === frame.entry, unsafe outer.pointee.environment === self {
                throw unsafe circle(frame.path)
            }
            unsafe next = outer.pointee.outer
        }
        if unsafe frame.depth > frame.root.pointee.maximumDepth {
            throw unsafe .maxDepthExceeded(
                depth: frame.root.pointee.maximumDepth, chain: frame.path.map { name(of: $0) })
        }
    }

    /// The error for a chain of services that ends where it was before.
    private func circle(_ chain: [ServiceIdentity]) -> ServiceError {
        let names = chain.map { name(of: $0) }
        return .circularDependency(serviceType: names.last ?? "", chain: names)
    }

    // MARK: Making

    /// Makes the instance that this environment keeps, or waits for the one that is being made.
    private func makeKept(
        _ location: Location, _ frame: UnsafeMutablePointer<ResolutionFrame>, asker: EnvironmentStorage,
        into destination: UnsafeMutableRawPointer
    ) throws(ServiceError) {
        /// What was found under the lock.
        enum Finding {
            case kept
            case others(Creation)
            case ours
            case replaced
        }
        let entry = location.entry
        let creation = unsafe Creation(of: entry.identity, by: frame.pointee.root.pointee.resolver)
        var finding = Finding.ours
        try unsafe creation.run(into: destination) { () throws(ServiceError) in
            finding = entry.state.withLock { state in
                if unsafe entry.copyKeptUnderLock(to: destination, isMain: location.registration.isMain) { return .kept }
                if let other = state.creating {
                    other.join()
                    return .others(other)
                }
                guard state.registration === location.registration else { return .replaced }
                state.creating = creation
                return .ours
            }
            guard case .ours = finding else { return false }
            var isMade = false
            defer {
                entry.state.withLock { state in
                    // Otherwise a reset or a registration came first: this instance is for those who waited only.
                    guard state.creating === creation else { return }
                    state.creating = nil
                    if isMade { unsafe entry.keep(destination, isMain: location.registration.isMain) }
                }
            }
            try unsafe make(location, frame, asker: asker, into: destination)
            isMade = true
            return true
        }
        switch finding {
        case .kept, .ours: return
        case .others(let other): try unsafe wait(for: other, frame, into: destination)
        case .replaced:
            guard let location = locate(entry.identity) else {
                throw .notRegistered(serviceType: name(of: entry.identity))
            }
            try unsafe makeKept(location, frame, asker: asker, into: destination)
        }
    }

    private func wait(
        for creation: Creation, _ frame: UnsafeMutablePointer<ResolutionFrame>,
        into destination: UnsafeMutableRawPointer
    ) throws(ServiceError) {
        unsafe frame.pointee.phase = .waiting
        let path = unsafe frame.pointee.outer?.pointee.path ?? []
        let resolver = unsafe frame.pointee.root.pointee.resolver
        let outcome: (result: Result<Void, ServiceError>, circle: WaitGraph.Circle?)
        do throws(WaitGraph.Circle) {
            outcome = try WaitGraph.wait(for: creation, by: resolver, path: path) {
                Result { () throws(ServiceError) in try unsafe creation.wait(into: destination) }
            }
        } catch {
            throw circle(error.chain)
        }
        guard case .failure(let error) = outcome.result else { return }
        // The one who closed a circle failed for it; everybody in it tells its own caller how it looks from there.
        if case .circularDependency = error, let closed = outcome.circle { throw circle(closed.chain) }
        throw error
    }

    /// Runs the factory and the decorators, in this environment.
    private func make(
        _ location: Location, _ frame: UnsafeMutablePointer<ResolutionFrame>, asker: EnvironmentStorage,
        into destination: UnsafeMutableRawPointer
    ) throws(ServiceError) {
        unsafe frame.pointee.phase = .making(since: startOfObservation(for: asker))
        do {
            if ServiceEnv.current.storage === self {
                try unsafe run(location, into: destination)
            } else {
                try ServiceEnv.$current.withValue(ServiceEnv(self)) { try unsafe run(location, into: destination) }
            }
        } catch let error as ServiceError {
            throw error
        } catch {
            throw .factoryFailed(serviceType: name(of: location.entry.identity), underlyingError: error)
        }
    }

    private func run(_ location: Location, into destination: UnsafeMutableRawPointer) throws {
        try unsafe location.registration.factory(destination)
        for decorator in location.decorators {
            try unsafe decorator.apply(destination)
        }
    }
}
