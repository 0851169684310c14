import CServiceThread
import Synchronization

/// The observers of one environment.
struct ServiceObservers: ~Copyable, Sendable {
    /// The observers, created when the first one is added: most environments have none.
    private let list = Lock<ObserverList?>(nil)
    private let wasAdded = Atomic<Bool>(false)

    /// Whether there are any. Events are built only where this is true.
    var isListening: Bool {
        guard wasAdded.load(ordering: .relaxed) else { return false }
        return list.withLock { $0 }?.isListening ?? false
    }

    /// The list to add observers to.
    var editable: ObserverList {
        wasAdded.store(true, ordering: .relaxed)
        return list.withLock { list in
            if let list { return list }
            let new = ObserverList()
            list = new
            return new
        }
    }

    /// Calls every observer, in the order in which they were added, without holding a lock.
    ///
    /// - Parameter service: What the event is about. Its name may be that of another one, as those of contributions are.
    func notify(_ event: ServiceEvent, of service: ServiceIdentity) {
        list.withLock { $0 }?.notify(event, of: service)
    }
}

/// A list of observers, which an observation holds to remove its own.
final class ObserverList: Sendable {
    /// An observer that is being told how the creation of a service ended.
    private struct Call: Hashable {
        let observer: UInt64
        let service: ServiceIdentity
        let isFailure: Bool
        let thread: UInt
    }

    private struct State {
        var observers: [(id: UInt64, observer: @Sendable (ServiceEvent) -> Void)] = []
        var lastID: UInt64 = 0
        var calls: Set<Call> = []
    }

    private let state = Lock(State())
    private let count = Atomic<Int>(0)

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

    func notify(_ event: ServiceEvent, of service: ServiceIdentity) {
        let observers = state.withLock { $0.observers }
        let isFailure = if case .failed = event.outcome { true } else { false }
        let thread = UInt(service_thread_identity())
        for (id, observer) in observers {
            // An observer that resolves the service again would be called without end where that fails again, or where the service
            // is created each time.
            let call = Call(observer: id, service: service, isFailure: isFailure, thread: thread)
            guard state.withLock({ $0.calls.insert(call).inserted }) else { continue }
            observer(event)
            state.withLock { _ = $0.calls.remove(call) }
        }
    }
}
