import CServiceThread
import Synchronization

extension EnvironmentStorage {
    /// What to do with a service once it is on the path.
    enum Work {
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
    /// - Returns: What the instance stands on; nil if nothing was made, as what was to be kept was registered anew.
    func enter(
        _ location: borrowing Location, _ work: Work, from caller: UnsafeMutablePointer<ResolutionFrame>?,
        _ request: ServiceRequest, asker: EnvironmentStorage, into destination: UnsafeMutableRawPointer
    ) throws(ServiceError) -> Provisos? {
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

    func enter(
        _ location: borrowing Location, _ work: Work, root: UnsafeMutablePointer<ResolutionRoot>,
        outer: UnsafeMutablePointer<ResolutionFrame>?, _ request: ServiceRequest, asker: EnvironmentStorage,
        into destination: UnsafeMutableRawPointer
    ) throws(ServiceError) -> Provisos? {
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
        if case .replaced = unsafe frame.phase { return nil }
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
            if let graph = AsyncContext.current?.graph {
                let provisos = unsafe frame.pointee.provisos
                unsafe frame.pointee.provisos = graph.share(destination, provisos, of: location, for: self)
            }
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
}
