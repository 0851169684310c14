import Synchronization

/// One run of a kept service's asynchronous factory, for everybody who asks meanwhile.
///
/// The factory runs in a task of its own, so that nobody who waits can take it away from the others by being cancelled.
/// When the last one has left, nobody wants the instance and the task is cancelled.
final class AsyncCreation: AwaitedCreation {
    private struct State {
        var outcome: Result<ErasedValue, ServiceError>?
        var provisos: Provisos = []
        var task: Task<Void, Never>?
        var isAbandoned = false
        /// Those who wait, and those who were cancelled before they began to.
        var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
        var cancelled: Set<UInt64> = []
        var lastWaiter: UInt64 = 0
    }

    let service: ServiceIdentity
    let owner = Resolver()
    private let state = Lock(State())
    private let finished = Atomic<Bool>(false)
    /// How many want the instance. Changed under the lock of the entry, so that nobody joins what the last one left.
    private let interested = Atomic<Int>(0)

    init(of service: ServiceIdentity) {
        self.service = service
    }

    deinit {
        if case .success(let value) = state.withLock({ $0.outcome }) { value.destroy() }
    }

    var isFinished: Bool { finished.load(ordering: .sequentiallyConsistent) }

    /// Counts one more who wants the instance. Callers hold the lock of the entry.
    func join() {
        interested.add(1, ordering: .relaxed)
    }

    /// Counts one less. Callers hold the lock of the entry.
    ///
    /// - Returns: Whether nobody is left, so that the caller must call ``abandon()`` after unlocking.
    func leave() -> Bool {
        interested.subtract(1, ordering: .relaxed).newValue == 0 && !isFinished
    }

    /// Runs the factory in a task.
    func start(_ body: @escaping @Sendable () async -> Void) {
        let task = Task { await body() }
        let isAbandoned = state.withLock { state in
            state.task = task
            return state.isAbandoned
        }
        if isAbandoned { task.cancel() }
    }

    /// Cancels the factory, whose instance nobody wants any more.
    func abandon() {
        let task = state.withLock { state in
            state.isAbandoned = true
            return state.task
        }
        task?.cancel()
    }

    /// Hands the outcome to everybody who waits. Takes over the value.
    func finish(_ outcome: Result<ErasedValue, ServiceError>, _ provisos: Provisos) {
        let waiters = state.withLock { state in
            state.provisos = provisos
            state.outcome = outcome
            state.task = nil
            defer { state.waiters = [:] }
            return state.waiters
        }
        finished.store(true, ordering: .sequentiallyConsistent)
        for waiter in waiters.values { waiter.resume() }
    }

    /// What the instance stands on, once there is one.
    var provisos: Provisos { state.withLock { $0.provisos } }

    /// Waits for the outcome.
    ///
    /// - Returns: The outcome with a copy of the instance, nil if the current task was cancelled first.
    func outcome() async -> Result<ErasedValue, ServiceError>? {
        let waiter = state.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.outcome != nil || state.cancelled.remove(waiter) != nil { return true }
                    state.waiters[waiter] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            let continuation = state.withLock { state in
                let continuation = state.waiters.removeValue(forKey: waiter)
                if continuation == nil { state.cancelled.insert(waiter) }
                return continuation
            }
            continuation?.resume()
        }
        return state.withLock { state in
            state.outcome.map { $0.map { $0.copied() } }
        }
    }
}
