#if Health
@_spi(Lock) import Service

/// Runs actions one after the other in the order in which they were added, with no lock held.
///
/// Add each under the lock that decides the order, and run them after unlocking: actions may be anybody's code.
package final class OrderedActions: Sendable {
    private struct State {
        var waiting: [@Sendable () -> Void] = []
        var isRunning = false
    }

    private let state = Lock(State())

    package init() {}

    /// Adds an action, and runs nothing.
    package func add(_ action: @escaping @Sendable () -> Void) {
        state.withLock { $0.waiting.append(action) }
    }

    /// Runs what was added. Returns at once where that is being done already, by another thread or by the caller of this action:
    /// it goes on with what was added in the meantime.
    package func run() {
        guard begin() else { return }
        while let actions = next() {
            for action in actions { action() }
        }
    }

    private func begin() -> Bool {
        state.withLock { state in
            guard !state.isRunning else { return false }
            state.isRunning = true
            return true
        }
    }

    private func next() -> [@Sendable () -> Void]? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isRunning = false
                return nil
            }
            defer { state.waiting = [] }
            return state.waiting
        }
    }
}
#endif
