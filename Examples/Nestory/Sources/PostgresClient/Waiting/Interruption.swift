#if PostgreSQL
import Synchronization

/// Asks a piece of work to stop, from another thread.
final class Interruption: Sendable {
    private struct State {
        var isRequested = false
        var wake: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    /// Whether the work shall stop.
    var isRequested: Bool { state.withLock { $0.isRequested } }

    /// Requests the interruption, and wakes the waiting thread.
    func request() {
        let wake = state.withLock { state in
            state.isRequested = true
            return state.wake
        }
        wake?()
    }

    /// Says how to wake what does the work now; nil for nothing.
    func onRequest(_ wake: (@Sendable () -> Void)?) { state.withLock { $0.wake = wake } }
}
#endif
