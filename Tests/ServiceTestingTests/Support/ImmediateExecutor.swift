import Dispatch
@_spi(Lock) import Service

/// Runs the jobs of every task on it one by one and, from when a test says so, each on the thread that made it ready.
final class ImmediateExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "ImmediateExecutor")
    private let isImmediate = Lock(false)

    func becomeImmediate() { isImmediate.withLock { $0 = true } }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        if isImmediate.withLock({ $0 }) {
            unsafe job.runSynchronously(on: asUnownedTaskExecutor())
        } else {
            queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }
}
