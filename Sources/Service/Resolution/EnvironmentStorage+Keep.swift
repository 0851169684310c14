import Synchronization

extension EnvironmentStorage {
    /// What was found under an entry's lock.
    private enum Finding {
        case kept
        case others(Creation)
        case ours
        /// Another registration counts by now.
        case replaced
    }

    /// Makes the instance that this environment keeps, or waits for the one that is being made.
    func makeKept(
        _ location: borrowing Location, _ frame: UnsafeMutablePointer<ResolutionFrame>, asker: EnvironmentStorage,
        into destination: UnsafeMutableRawPointer
    ) throws(ServiceError) {
        let entry = location.entry
        let creation = unsafe Creation(of: entry.identity, by: frame.pointee.root.pointee.resolver)
        switch try unsafe begin(creation, location, frame, asker: asker, into: destination) {
        case .kept, .ours: return
        case .others(let other): try unsafe wait(for: other, frame, into: destination)
        case .replaced:
            guard let location = locate(entry.identity) else {
                throw .notRegistered(serviceType: name(of: entry.identity))
            }
            try unsafe makeKept(location, frame, asker: asker, into: destination)
        }
    }

    /// Runs a creation, unless there is an instance or another creation already.
    private func begin(
        _ creation: Creation, _ location: borrowing Location, _ frame: UnsafeMutablePointer<ResolutionFrame>,
        asker: EnvironmentStorage, into destination: UnsafeMutableRawPointer
    ) throws(ServiceError) -> Finding {
        let entry = location.entry
        let registration = location.registration
        let location = Location(copying: location)
        var finding = Finding.ours
        try unsafe creation.run(into: destination) { () throws(ServiceError) in
            finding = entry.state.withLock { state in
                if unsafe entry.copyKeptUnderLock(to: destination, isMain: registration.isMain) { return .kept }
                if let other = state.creating {
                    other.join()
                    return .others(other)
                }
                guard state.registration === registration else { return .replaced }
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
                    if isMade { unsafe entry.keep(destination, isMain: registration.isMain) }
                }
            }
            try unsafe make(location, frame, asker: asker, into: destination)
            isMade = true
            return true
        }
        return finding
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
}
