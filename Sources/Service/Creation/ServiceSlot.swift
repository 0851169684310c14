/// What one environment knows about one service: its registration, its cached instance, the creation that is running.
///
/// The lock of `state` is never held while user code runs.
@usableFromInline
final class ServiceSlot: Sendable {
    /// What the lock guards.
    struct State {
        var machine: SlotStateMachine<Registration, Creation, CachedInstance>
        /// Whether the registration wraps a parent's, because this environment decorates the service.
        var isInherited = false
        /// Applied to each new instance. Here as well, as there may be no registration yet.
        var decoration: Decoration?
        /// Decides where instances come from, if the registration has such a source.
        var source: (any CreationSource)?
    }

    let identity: ServiceIdentity
    /// Holds the cached instance while that is valid until a reset.
    @usableFromInline let cell = InstanceCell()
    let state: Lock<State>

    init(_ identity: ServiceIdentity, _ registration: Registration?, _ decoration: Decoration?) {
        self.identity = identity
        state = Lock(State(machine: SlotStateMachine(registration?.decorated(by: decoration)), decoration: decoration))
    }

    /// The registration that counts, with the decorators.
    var registration: Registration? { state.withLock { $0.machine.registration } }

    /// The decorators, also where nothing is registered.
    var decoration: Decoration? { state.withLock { $0.decoration } }

    // MARK: Changing. Callers release what is returned after unlocking.

    /// Makes a registration the one that counts, and drops the instance.
    func replace(with registration: Registration?, isInherited: Bool = false, _ state: inout State) -> DeferredRelease {
        var released = DeferredRelease()
        released.add(state.machine.registration)
        released.add(state.machine.replace(with: registration?.decorated(by: state.decoration))?.owned)
        state.isInherited = isInherited
        dropSource(&state, &released)
        return released
    }

    /// Drops the instance.
    func reset(_ state: inout State) -> DeferredRelease {
        var released = DeferredRelease()
        released.add(state.machine.reset()?.owned)
        dropSource(&state, &released)
        return released
    }

    private func dropSource(_ state: inout State, _ released: inout DeferredRelease) {
        for instance in cell.takeOut() { released.add(instance as any Sendable) }
        released.add(state.source.map(DroppedSource.init))
        state.source = nil
    }

    /// Adds a decorator, and drops the instance. A resolution that found the registration without it looks again.
    func decorate(with decorator: Decorator) -> DeferredRelease {
        state.withLock { state in
            state.decoration = Decoration.of((state.decoration?.decorators ?? []) + [decorator])
            return replace(with: state.machine.registration, isInherited: state.isInherited, &state)
        }
    }

    /// Drops everything.
    func clear(_ state: inout State) -> DeferredRelease {
        var released = replace(with: nil, &state)
        released.add(state.decoration)
        state.decoration = nil
        return released
    }

    /// The source of a registration in this environment, created on first use.
    func source(for registration: Registration, _ context: CreationSourceContext) -> (any CreationSource)? {
        guard let makeSource = registration.makeSource else { return nil }
        return state.withLock { state in
            // One for a registration that was replaced meanwhile serves this resolution only.
            guard state.machine.registration == registration else { return makeSource(context) }
            if let source = state.source { return source }
            let source = makeSource(context)
            state.source = source
            return source
        }
    }
}
