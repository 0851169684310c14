import Synchronization

/// A creation that runs in a task of its own, while other tasks wait.
///
/// No waiting task can take the instance away from the others by being cancelled. When the last one has left, nobody wants
/// the instance and the creation is cancelled.
///
/// Safe because the state is behind a lock.
final class TaskCreation: Creation, @unchecked Sendable {
    private struct State {
        var outcome: Result<LeasedInstance, ServiceError>?
        var task: Task<Void, Never>?
        var isAbandoned = false
        /// The tasks that wait, and those that were cancelled before they began to.
        var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
        var cancelled: Set<UInt64> = []
        var lastWaiter: UInt64 = 0
    }

    private let state = Lock(State())
    /// The number of callers that want the instance, at first the creator. Changed under the lock of the slot, so that
    /// nobody joins what the last one left.
    private let interested = Atomic<Int>(1)

    init(of service: ServiceIdentity, for requester: ObjectIdentifier) {
        super.init(of: service, by: Resolver(), for: requester)
    }

    override func join() {
        interested.add(1, ordering: .relaxed)
    }

    /// Counts one caller less. Called under the lock of the slot.
    ///
    /// - Returns: Whether nobody is left, so that the caller must call ``cancel()`` after unlocking.
    func leave() -> Bool {
        interested.subtract(1, ordering: .relaxed).newValue == 0 && !isFinished
    }

    /// Runs the creation in a task.
    func start(_ body: @escaping @Sendable () async -> Result<LeasedInstance, ServiceError>) {
        let task = Task { finish(await body()) }
        let isAbandoned = state.withLock { state in
            state.task = task
            return state.isAbandoned
        }
        if isAbandoned { task.cancel() }
    }

    /// Cancels the factory, whose instance nobody wants any more.
    func cancel() {
        let task = state.withLock { state in
            state.isAbandoned = true
            return state.task
        }
        task?.cancel()
    }

    private func finish(_ outcome: Result<LeasedInstance, ServiceError>) {
        let waiters = state.withLock { state in
            state.outcome = outcome
            state.task = nil
            defer { state.waiters = [:] }
            return state.waiters
        }
        markFinished()
        for waiter in waiters.values { waiter.resume() }
    }

    /// Waits for the outcome.
    ///
    /// - Returns: The outcome; nil if the current task was cancelled first.
    func wait() async -> Result<LeasedInstance, ServiceError>? {
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
        return state.withLock { $0.outcome }
    }
}
