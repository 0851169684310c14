import Dispatch

/// Runs the jobs of every task on it one by one, in the order in which they became ready.
final class QueueExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "QueueExecutor")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
