import CResolutionPath
import Synchronization

extension EnvironmentStorage {
    /// Writes the instance of a service into uninitialised memory, making it if need be.
    ///
    /// This is what ``ServiceEnv/resolve(_:)`` does when the instance is not simply there.
    ///
    /// - Throws: ``ServiceError``; nothing was written then.
    @usableFromInline
    func resolve(_ request: ServiceRequest, into destination: UnsafeMutableRawPointer) throws(ServiceError) {
        guard let caller = unsafe ResolutionFrame.innermost else {
            return try unsafe resolve(request, from: nil, into: destination)
        }
        if unsafe caller.pointee.isRecording {
            unsafe caller.pointee.registration.observe(dependency: request.service)
        }
        if request.isRedirected, unsafe caller.pointee.isMade(in: identity) {
            try unsafe caller.pointee.environment.resolve(request, from: caller, into: destination)
        } else {
            try unsafe resolve(request, from: caller, into: destination)
        }
    }

    private func resolve(
        _ request: ServiceRequest, from caller: UnsafeMutablePointer<ResolutionFrame>?,
        into destination: UnsafeMutableRawPointer
    ) throws(ServiceError) {
        guard let location = locate(request.service), request.isMain || !location.registration.isMain else {
            throw .notRegistered(serviceType: name(of: request.service))
        }
        switch location.registration.scope {
        case .singleton, .custom:
            if unsafe location.entry.copyKept(to: destination, isMain: location.registration.isMain) { return }
            try unsafe location.environment.enter(location, .keep, from: caller, asker: self, into: destination)
        case .graph:
            if let root = unsafe caller?.pointee.root,
                unsafe root.pointee.copyGraphInstance(of: location.entry, for: self, to: destination)
            {
                return
            }
            try unsafe enter(location, .share, from: caller, asker: self, into: destination)
        case .transient:
            try unsafe enter(location, .make, from: caller, asker: self, into: destination)
        }
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
        asker: EnvironmentStorage, into destination: UnsafeMutableRawPointer
    ) throws(ServiceError) {
        if let caller = unsafe caller {
            try unsafe enter(location, work, root: caller.pointee.root, outer: caller, asker: asker, into: destination)
        } else {
            var root = unsafe ResolutionRoot()
            defer { unsafe root.end() }
            try unsafe enter(location, work, root: &root, outer: nil, asker: asker, into: destination)
        }
    }

    private func enter(
        _ location: borrowing Location, _ work: Work, root: UnsafeMutablePointer<ResolutionRoot>,
        outer: UnsafeMutablePointer<ResolutionFrame>?, asker: EnvironmentStorage,
        into destination: UnsafeMutableRawPointer
    ) throws(ServiceError) {
        var frame = unsafe ResolutionFrame(location, for: self, outer: outer, root: root)
        do throws(ServiceError) {
            try unsafe check(&frame)
            try unsafe push(&frame, location, work, asker: asker, into: destination)
        } catch {
            unsafe report(.failed(error), of: frame, asker: asker)
            throw error
        }
        if unsafe frame.isRecording { location.registration.isObserved.store(true, ordering: .relaxed) }
        if case .making(since: .some) = unsafe frame.phase { unsafe report(.created, of: frame, asker: asker) }
    }

    private func push(
        _ frame: UnsafeMutablePointer<ResolutionFrame>, _ location: borrowing Location, _ work: Work,
        asker: EnvironmentStorage, into destination: UnsafeMutableRawPointer
    ) throws(ServiceError) {
        // Whom the factory may ask must not answer without a look at the path: it records, or it redirects.
        let isAway = unsafe !frame.pointee.isMade(in: identity)
        let isAttentive = unsafe isAway || frame.pointee.isRecording
        if isAttentive { payAttention(1, isAway ? location.registration.home : nil) }
        // Not the outer frame: a run loop inside a factory may have left another task's in between.
        let previous = unsafe service_resolution_path_get()
        unsafe service_resolution_path_set(frame)
        defer {
            unsafe service_resolution_path_set(previous)
            if isAttentive { payAttention(-1, isAway ? location.registration.home : nil) }
        }
        switch work {
        case .make:
            try unsafe make(location, frame, asker: asker, into: destination)
        case .share:
            try unsafe make(location, frame, asker: asker, into: destination)
            unsafe frame.pointee.root.pointee.keepGraphInstance(destination, of: location.entry, for: self)
        case .keep:
            try unsafe makeKept(location, frame, asker: asker, into: destination)
        }
    }

    @inline(never)
    private func payAttention(_ change: Int, _ home: EnvironmentIdentity?) {
        identity.attention.add(change, ordering: .relaxed)
        home?.attention.add(change, ordering: .relaxed)
    }

    /// Refuses a service that is being created already, and one that is nested too deeply.
    private func check(_ frame: UnsafeMutablePointer<ResolutionFrame>) throws(ServiceError) {
        var next = unsafe frame.pointee.outer
        guard unsafe next != nil else { return }
        while let outer = unsafe next {
            if unsafe frame.pointee.isSame(as: outer) { throw unsafe circle(frame.pointee.path) }
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
        _ location: borrowing Location, _ frame: UnsafeMutablePointer<ResolutionFrame>, asker: EnvironmentStorage,
        into destination: UnsafeMutableRawPointer
    ) throws(ServiceError) {
        unsafe frame.pointee.phase = .making(since: startOfObservation(for: asker))
        do {
            if ServiceEnv.current.storage === self {
                try unsafe location.run(into: destination)
            } else {
                try unsafe runElsewhere(location, into: destination)
            }
        } catch let error as ServiceError {
            throw error
        } catch {
            throw .factoryFailed(serviceType: name(of: location.entry.identity), underlyingError: error)
        }
    }

    /// Runs the factory where another environment is current.
    private func runElsewhere(_ location: borrowing Location, into destination: UnsafeMutableRawPointer) throws {
        let copy = Location(copying: location)
        try ServiceEnv.$current.withValue(ServiceEnv(self)) { try unsafe copy.run(into: destination) }
    }
}
