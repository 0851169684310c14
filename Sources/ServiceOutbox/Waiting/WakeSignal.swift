#if OUTBOX
@_spi(Lock) import Service

/// Wakes those who wait for something new. What happened since a waiter last looked is not missed.
final class WakeSignal: Sendable {
    private struct State {
        var count = 0
        var nextWaiter = 0
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    private let state = Lock(State())

    /// How often something new has happened. Read it before looking, and wait for more.
    var count: Int { state.withLock { $0.count } }

    func notify() {
        let waiters = state.withLock { state in
            state.count += 1
            defer { state.waiters = [:] }
            return state.waiters
        }
        for waiter in waiters.values { waiter.resume() }
    }

    /// Waits until the count is another one, or the task is cancelled.
    func wait(whileCountIs count: Int) async {
        let id = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    // The cancellation handler may have run already, and would not look for this waiter again.
                    if Task.isCancelled || state.count != count { return true }
                    state.waiters[id] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: id) }?.resume()
        }
    }
}
#endif
