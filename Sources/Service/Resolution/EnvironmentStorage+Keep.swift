extension EnvironmentStorage {
    /// What was found under an entry's lock.
    private enum Finding {
        case kept(Provisos)
        case others(Creation)
        case ours
        /// Another registration counts by now.
        case replaced
    }

    /// Makes the instance that this environment keeps, or waits for the one that is being made.
    ///
    /// Where another registration came first it makes nothing, and leaves the frame in ``ResolutionFrame/Phase/replaced``.
    func makeKept(
        _ location: borrowing Location, _ frame: UnsafeMutablePointer<ResolutionFrame>, _ request: ServiceRequest,
        asker: EnvironmentStorage, into destination: UnsafeMutableRawPointer
    ) throws(ServiceError) {
        let entry = location.entry
        let creation = unsafe Creation(of: entry.identity, by: frame.pointee.root.pointee.resolver)
        switch try unsafe begin(creation, location, frame, request, asker: asker, into: destination) {
        case .kept(let provisos): unsafe frame.pointee.provisos += provisos
        case .ours: return
        case .others(let other): try unsafe wait(for: other, frame, into: destination)
        case .replaced: unsafe frame.pointee.phase = .replaced
        }
    }

    /// Runs a creation, unless there is an instance or another creation already.
    private func begin(
        _ creation: Creation, _ location: borrowing Location, _ frame: UnsafeMutablePointer<ResolutionFrame>,
        _ request: ServiceRequest, asker: EnvironmentStorage, into destination: UnsafeMutableRawPointer
    ) throws(ServiceError) -> Finding {
        let entry = location.entry
        let registration = location.registration
        let isMain = location.isMain
        let location = Location(copying: location)
        let isRenewal = entry.isRenewalDue
        var finding = Finding.ours
        try unsafe creation.run(into: destination) { () throws(ServiceError) in
            finding = entry.state.withLock { state in
                if unsafe entry.copyKeptUnderLock(to: destination, isMain: isMain) { return .kept([]) }
                // Whoever is here to renew a provisional instance is the one to do so unless somebody does already.
                if state.creating != nil || !isRenewal,
                    let provisos = unsafe entry.copyProvisionalUnderLock(state, to: destination)
                {
                    return .kept(provisos)
                }
                if let other = state.creating {
                    other.join()
                    return .others(other)
                }
                guard state.effective === registration else { return .replaced }
                state.creating = creation
                return .ours
            }
            guard case .ours = finding else { return nil }
            if case .create(_, isProbe: false) = unsafe frame.pointee.admission {
                // Asked again, as meanwhile somebody else may have failed and left a stand-in. A probe is nobody else's.
                unsafe frame.pointee.admission = location.source?.admit(mayCreate: true)
            }
            var isMade = false
            defer {
                let provisos = unsafe frame.pointee.provisos
                let isStandIn = unsafe frame.pointee.isStandIn
                let garbage = entry.state.withLock { state in
                    var garbage = Garbage()
                    // Otherwise a reset or a registration came first: this instance is for those who waited only.
                    guard state.creating === creation else { return garbage }
                    state.creating = nil
                    // Its source keeps what stands in for the service itself.
                    guard isMade, !isStandIn else { return garbage }
                    if provisos.isEmpty {
                        entry.keepProvisional(nil, &state, &garbage)
                        unsafe entry.keep(destination, isMain: isMain)
                    } else {
                        let value = unsafe ErasedValue(copying: destination, as: entry.identity.type)
                        let instance = ProvisionalInstance(value: value, isMain: isMain, provisos: provisos)
                        entry.keepProvisional(instance, &state, &garbage)
                    }
                    return garbage
                }
                garbage.destroy()
            }
            try unsafe make(location, frame, request, asker: asker, into: destination)
            do throws(ServiceError) {
                try enlist(
                    unsafe ErasedValue(copying: destination, as: entry.identity.type), of: entry.identity, registration)
            } catch {
                unsafe ErasedValue.deinitialize(destination, as: entry.identity.type)
                throw error
            }
            isMade = true
            return unsafe frame.pointee.provisos
        }
        return finding
    }

    private func wait(
        for creation: Creation, _ frame: UnsafeMutablePointer<ResolutionFrame>,
        into destination: UnsafeMutableRawPointer
    ) throws(ServiceError) {
        unsafe frame.pointee.phase = .waiting
        let path = unsafe frame.pointee.threadPath
        let resolver = unsafe frame.pointee.root.pointee.resolver
        let wait: WaitGraph.Wait
        do throws(WaitGraph.Circle) {
            wait = try WaitGraph.enter(resolver, for: creation, path: path)
        } catch {
            // Nobody else reports it: what closes the circle is this wait, not a creation.
            unsafe frame.pointee.phase = .entered
            throw circle(error.chain)
        }
        let result = Result { () throws(ServiceError) in try unsafe creation.wait(into: destination) }
        let closed = WaitGraph.leave(wait)
        switch result {
        case .success(let provisos): unsafe frame.pointee.provisos += provisos
        case .failure(let error): throw seen(error, of: creation.service, from: path, closed)
        }
    }

    /// The error of a creation as it looks to somebody who waited for it.
    ///
    /// Whoever closes a circle fails for it, and with it the creations on the way. Everybody tells its own caller how the
    /// circle looks from there: those in it start at their outermost service, others add their way into it.
    func seen(
        _ error: ServiceError, of service: ServiceIdentity, from path: [ServiceIdentity], _ closed: WaitGraph.Circle?
    ) -> ServiceError {
        guard case .circularDependency(let repeated, let chain) = error else { return error }
        if let closed, closed.all.contains(where: { $0.map { name(of: $0) } == chain }) { return circle(closed.chain) }
        guard let start = chain.firstIndex(of: name(of: service)), let circle = chain.firstIndex(of: repeated) else {
            return error
        }
        // From here on to the service, and on around the circle to the first that was there before.
        var walk = path.map { name(of: $0) }
        for step in chain[start...] + chain[(circle + 1)...] {
            defer { walk.append(step) }
            if walk.contains(step) { return .circularDependency(serviceType: step, chain: walk + [step]) }
        }
        return error
    }
}
