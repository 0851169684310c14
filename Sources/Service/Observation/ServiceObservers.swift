import Synchronization

/// The observers of one environment.
final class ServiceObservers: Sendable {
    private struct State {
        var observers: [(id: UInt64, observer: @Sendable (ServiceEvent) -> Void)] = []
        var lastID: UInt64 = 0
    }

    private let state = Lock(State())
    private let count = Atomic<Int>(0)

    /// Whether anybody listens. Events are built only where this is true.
    var isListening: Bool { count.load(ordering: .relaxed) > 0 }

    func add(_ observer: @escaping @Sendable (ServiceEvent) -> Void) -> UInt64 {
        state.withLock { state in
            state.lastID += 1
            state.observers.append((state.lastID, observer))
            count.store(state.observers.count, ordering: .relaxed)
            return state.lastID
        }
    }

    func remove(_ id: UInt64) {
        // What the observer captured is released after unlocking.
        let removed = state.withLock { state in
            let index = state.observers.firstIndex { $0.id == id }
            let removed = index.map { state.observers.remove(at: $0) }
            count.store(state.observers.count, ordering: .relaxed)
            return removed?.observer
        }
        _ = removed
    }

    /// Calls every observer, in the order in which they were added, without holding a lock.
    func notify(_ event: ServiceEvent) {
        let observers = state.withLock { $0.observers }
        for (_, observer) in observers { observer(event) }
    }
}
