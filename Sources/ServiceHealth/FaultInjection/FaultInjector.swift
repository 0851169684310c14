#if Health
@_spi(Lock) import Service

/// Draws which faults hit which calls.
final class FaultInjector: Sendable {
    private struct State {
        var faults: [Fault] = []
        var generator: SeededGenerator
    }

    private let state: Lock<State>

    init(seed: UInt64?) {
        state = Lock(State(generator: SeededGenerator(seed: seed)))
    }

    func replace(_ faults: [Fault]) {
        // Its errors are the caller's objects: what is replaced goes after unlocking.
        let replaced = state.withLock { state in
            defer { state.faults = faults }
            return state.faults
        }
        withExtendedLifetime(replaced) {}
    }

    /// The effects that hit the next call, in the order they were given.
    func draw() -> [Fault.Effect] {
        state.withLock { state in
            guard !state.faults.isEmpty else { return [] }
            var effects: [Fault.Effect] = []
            for fault in state.faults where state.generator.nextFraction() < fault.rate {
                effects.append(fault.effect)
            }
            return effects
        }
    }
}
#endif
