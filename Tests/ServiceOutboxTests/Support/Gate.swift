#if Outbox
@_spi(Lock) import Service

/// Holds tasks up until it is opened, and tells how many have come.
final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var arrivals = 0
        var held: [CheckedContinuation<Void, Never>] = []
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Lock(State())

    /// Waits for the gate to open. Cancellation does not help: this stands for work that ignores it.
    func pass() async {
        await withCheckedContinuation { continuation in
            let (resumed, watchers) = state.withLock { state in
                state.arrivals += 1
                let count = state.arrivals
                let satisfied = state.watchers.filter { $0.count <= count }
                state.watchers.removeAll { $0.count <= count }
                if state.isOpen { return (true, satisfied) }
                state.held.append(continuation)
                return (false, satisfied)
            }
            for watcher in watchers { watcher.continuation.resume() }
            if resumed { continuation.resume() }
        }
    }

    func open() {
        let held = state.withLock { state in
            state.isOpen = true
            defer { state.held = [] }
            return state.held
        }
        for continuation in held { continuation.resume() }
    }

    /// Waits until so many have come.
    func waitForArrivals(_ count: Int = 1) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.arrivals >= count { return true }
                state.watchers.append((count, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    var arrivals: Int { state.withLock { $0.arrivals } }
}
#endif
