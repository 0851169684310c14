extension ServiceSlot {
    /// The answer to a caller that wants the instance.
    enum Answer {
        case cached(LeasedInstance)
        case join(Creation)
        case create
        case startOver
    }

    /// An instance that is cached under a condition, and is valid.
    struct Conditional {
        let instance: LeasedInstance
        /// Whether one of the callers should create it again.
        let isRenewalDue: Bool
        fileprivate let isBeingRenewed: Bool

        /// Whether a creation of the service may use the instance. The one that replaces a leased instance may not be built on
        /// it; one that counts no longer may.
        func mayBeUsed(inCreation isCreating: @autoclosure () -> Bool) -> Bool {
            instance.leases.isEmpty || !isBeingRenewed || !isCreating()
        }
    }

    /// The instance that is cached under a condition, if it is valid.
    ///
    /// - Parameter registration: The registration that the caller looked up.
    /// - Returns: The instance; nil if there is none, or if another registration counts by now.
    func conditional(for registration: Registration) -> Conditional? {
        let (cached, isBeingRenewed) = state.withLock { state -> (CachedInstance?, Bool) in
            guard let instance = state.machine.instance, state.machine.registration == registration else {
                return (nil, false)
            }
            return (instance, state.machine.creation != nil)
        }
        return switch cached?.condition {
        case .valid(let leased):
            Conditional(instance: leased, isRenewalDue: false, isBeingRenewed: isBeingRenewed)
        case .due(let leased): Conditional(instance: leased, isRenewalDue: true, isBeingRenewed: isBeingRenewed)
        case .expired, nil: nil
        }
    }

    /// Whether the time is over of an instance that a caller has just got from here. One that was replaced already has none left.
    func expiry(of instance: Instance) -> @Sendable () -> Bool {
        let cached = state.withLock { $0.machine.instance }
        guard let isExpired = cached?.expiry(of: instance) else { return { true } }
        return isExpired
    }

    /// Finds out what a caller has to do that looked up a registration.
    ///
    /// - Parameters:
    ///   - creation: Becomes the creation that others wait for, if the answer is `create`.
    ///   - old: Receives an instance that has expired. Callers release it after the creation, as its `deinit` may resolve
    ///     the service.
    func ask(for registration: Registration, with creation: Creation, releasing old: inout CachedInstance?) -> Answer {
        while true {
            let (judged, version, first) = state.withLock { state -> (CachedInstance?, Int, Machine.Answer?) in
                guard let cached = state.machine.instance else {
                    return (nil, 0, ask(&state, for: registration, with: creation))
                }
                return (cached, state.machine.version, nil)
            }
            // Leases and clocks are user code, so they are asked without the lock.
            let condition = judged?.condition
            if judged != nil { old = judged }
            let answer =
                first
                ?? state.withLock { state in
                    switch condition {
                    case .expired: _ = state.machine.expire(version)
                    case .due: state.machine.renew(version)
                    case .valid, nil: break
                    }
                    // Another instance may have been cached meanwhile, which has not been judged.
                    let isJudged = state.machine.instance == nil || state.machine.version == version
                    return isJudged ? ask(&state, for: registration, with: creation) : nil
                }
            guard let answer else { continue }
            switch (answer, condition) {
            case (.create, _): return .create
            case (.join(let other), _): return .join(other)
            case (.startOver, _): return .startOver
            case (.cached, .valid(let leased)), (.cached, .due(let leased)): return .cached(leased)
            case (.cached, .expired), (.cached, nil): continue
            }
        }
    }

    private typealias Machine = SlotStateMachine<Registration, Creation, CachedInstance>

    private func ask(_ state: inout State, for registration: Registration, with creation: Creation) -> Machine.Answer {
        let answer = state.machine.ask(for: registration, with: creation)
        if case .join(let other) = answer { other.join() }
        return answer
    }

    /// Ends a creation: caches the instance, unless a reset or another registration came first.
    ///
    /// - Returns: The instance that was cached before, to be released after the creation.
    func finish(_ creation: Creation, with new: CachedInstance?) -> CachedInstance? {
        state.withLock { state in
            let (outcome, replaced) = state.machine.finish(creation, with: new)
            if outcome == .publish, let lasting = new?.lasting { cell.store(lasting) }
            return replaced
        }
    }
}
