import Synchronization

/// An instance that was made from a stand-in, kept beside the cell so that nobody finds it without asking how long.
struct ProvisionalInstance: Sendable {
    let value: ErasedValue
    let isMain: Bool
    let provisos: Provisos

    var isOver: Bool { provisos.contains { $0.isOver } }

    /// The same with a copy of the value.
    func copied() -> ProvisionalInstance {
        ProvisionalInstance(value: value.copied(), isMain: isMain, provisos: provisos)
    }
}

extension Entry {
    /// What there is of a provisional instance.
    enum ProvisionalFinding: Sendable {
        case nothing
        case copied(Provisos)
        /// There is one, but it is this caller's turn to make it anew. Everybody else goes on with the old one.
        case due
    }

    /// Copies the provisional instance, if there is one that still holds.
    func copyProvisional(to destination: UnsafeMutableRawPointer) -> ProvisionalFinding {
        // The sources are asked without the lock.
        guard let provisos = state.withLock({ $0.provisional?.provisos }) else { return .nothing }
        let isDue = provisos.contains { $0.isRenewalDue }
        return changeCollecting { state, garbage in
            dropOver(&state, &garbage)
            guard let instance = state.provisional else { return .nothing }
            if isDue, state.creating == nil, state.creatingAsync == nil { return .due }
            unsafe instance.value.copy(to: destination)
            return .copied(instance.provisos)
        }
    }

    /// Whether a provisional instance should be made anew.
    var isRenewalDue: Bool {
        state.withLock { $0.provisional?.provisos }?.contains { $0.isRenewalDue } ?? false
    }

    /// Returns a copy of the provisional instance, with what it stands on.
    func copyOfProvisional() -> (value: ErasedValue, provisos: Provisos)? {
        guard let provisos = state.withLock({ $0.provisional?.provisos }) else { return nil }
        let isDue = provisos.contains { $0.isRenewalDue }
        return changeCollecting { state, garbage in
            dropOver(&state, &garbage)
            guard let instance = state.provisional, !isDue || state.creatingAsync != nil else { return nil }
            return (instance.value.copied(), instance.provisos)
        }
    }

    /// Copies the provisional instance for a caller that holds the lock.
    func copyProvisionalUnderLock(_ state: State, to destination: UnsafeMutableRawPointer) -> Provisos? {
        guard let instance = state.provisional, !instance.isOver else { return nil }
        unsafe instance.value.copy(to: destination)
        return instance.provisos
    }

    /// Keeps an instance as provisional, or none. Callers hold the lock and destroy the garbage after it.
    func keepProvisional(_ instance: ProvisionalInstance?, _ state: inout State, _ garbage: inout Garbage) {
        if let old = state.provisional { garbage.add(old.value, isMain: old.isMain) }
        state.provisional = instance
    }

    private func dropOver(_ state: inout State, _ garbage: inout Garbage) {
        if let instance = state.provisional, instance.isOver { keepProvisional(nil, &state, &garbage) }
    }

    /// The source of a registration in this environment, made on first use.
    func source(for registration: Registration, isRehearsal: Bool) -> ErasedSource? {
        guard let makeSource = registration.makeSource else { return nil }
        return state.withLock { state in
            // One that was replaced meanwhile is asked once more, for this resolution only.
            guard state.effective === registration else { return makeSource(isRehearsal) }
            if let source = state.source { return source }
            let source = makeSource(isRehearsal)
            state.source = source
            return source
        }
    }

    /// Changes the state under the lock, and destroys after it what was collected.
    private func changeCollecting<Result: Sendable>(_ body: (inout State, inout Garbage) -> Result) -> Result {
        var garbage = Garbage()
        let result = state.withLock { state in body(&state, &garbage) }
        garbage.destroy()
        return result
    }
}
