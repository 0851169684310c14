#if Health
@_spi(Lock) import Service
import Synchronization

/// A task that can be cancelled from outside while it runs, and not a moment longer.
///
/// A child task has no handle, and a group can be cancelled by its parent only, which waits for the child.
final class RunningTask: DeadlineObserver {
    /// Safe because only the owner of this box uses it, between ``start()`` and ``finish()``, while the task
    /// is alive, and only to cancel, which any thread may do.
    @safe private struct Reference: @unchecked Sendable {
        let task: UnsafeCurrentTask
    }

    private enum State {
        case notStarted
        case running(Reference)
        /// `cancel()` is being called, without a lock, because it runs handlers that are not ours.
        case cancelling
        /// The same, and the task waits for it at its end.
        case cancellingAndFinished(CheckedContinuation<Void, Never>)
        case done
    }

    private let state = Lock(State.notStarted)
    private let endedByDeadline = Atomic<Bool>(false)

    /// Whether the task was cancelled because its deadline came, and not before.
    var isEndedByDeadline: Bool { endedByDeadline.load(ordering: .acquiring) }

    /// Takes the current task.
    func start() {
        unsafe withUnsafeCurrentTask { task in
            guard let task = unsafe task else { return }
            let reference = unsafe Reference(task: task)
            state.withLock { $0 = .running(reference) }
        }
    }

    /// Cancels the task, unless it is over.
    func cancel() {
        let reference = state.withLock { state -> Reference? in
            guard case .running(let reference) = state else { return nil }
            state = .cancelling
            return reference
        }
        guard let reference else { return }
        // Before the task can see that it is cancelled.
        if unsafe !reference.task.isCancelled { endedByDeadline.store(true, ordering: .releasing) }
        unsafe reference.task.cancel()
        let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
            defer { state = .done }
            guard case .cancellingAndFinished(let continuation) = state else { return nil }
            return continuation
        }
        waiting?.resume()
    }

    func deadlineCame(for waiter: UInt64) { cancel() }

    /// Lets go of the current task, which must not end before this returns.
    func finish() async {
        let isBeingCancelled = state.withLock { state in
            if case .cancelling = state { return true }
            state = .done
            return false
        }
        guard isBeingCancelled else { return }
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                guard case .cancelling = state else { return true }
                state = .cancellingAndFinished(continuation)
                return false
            }
            if isOver { continuation.resume() }
        }
    }
}
#endif
