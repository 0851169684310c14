extension ServiceSlot {
    /// The answer to a caller that wants the instance.
    enum Answer {
        case cached(LeasedInstance)
        case join(Creation)
        case create
        case startOver
    }

    /// The instance that is cached under a condition, if it is valid.
    ///
    /// - Returns: The instance, and whether one of the callers should create it again; nil if there is none.
    func conditional() -> (instance: LeasedInstance, isRenewalDue: Bool)? {
        switch state.withLock({ $0.machine.instance })?.condition {
        case .valid(let leased): (leased, false)
        case .due(let leased): (leased, true)
        case .expired, nil: nil
        }
    }

    /// Finds out what a caller has to do that looked up a registration.
    ///
    /// - Parameter creation: Becomes the creation that others wait for, if the answer is `create`.
    func ask(for registration: Registration, with creation: Creation) -> Answer {
        while true {
            let (cached, version) = state.withLock { ($0.machine.instance, $0.machine.version) }
            // Leases and clocks are user code, so they are asked without the lock.
            let condition = cached?.condition
            let (answer, newVersion, expired) = state.withLock { state in
                var expired: CachedInstance?
                switch condition {
                case .expired: expired = state.machine.expire(version)
                case .due: state.machine.renew(version)
                case .valid, nil: break
                }
                let answer = state.machine.ask(for: registration, with: creation)
                if case .join(let other) = answer { other.join() }
                return (answer, state.machine.version, expired)
            }
            withExtendedLifetime(expired) {}
            switch (answer, condition) {
            case (.create, _): return .create
            case (.join(let other), _): return .join(other)
            case (.startOver, _): return .startOver
            case (.cached, .valid(let leased)), (.cached, .due(let leased)):
                if newVersion == version { return .cached(leased) }
            case (.cached, _): break
            }
            // Another instance was cached meanwhile.
        }
    }

    /// Ends a creation: caches the instance, unless a reset or another registration came first.
    func finish(_ creation: Creation, with new: CachedInstance?) {
        let replaced = state.withLock { state in
            let (outcome, replaced) = state.machine.finish(creation, with: new)
            if outcome == .publish, let lasting = new?.lasting { cell.store(lasting) }
            return replaced
        }
        withExtendedLifetime(replaced) {}
    }
}
