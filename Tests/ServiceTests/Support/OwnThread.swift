import Foundation
import Testing

/// Runs every job of a task on a thread of its own, so that a task may block without taking a thread that others share.
final class OwnThread: TaskExecutor {
    private let track = ThreadTrack()

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let thread = Thread { [self] in
            track.begin()
            unsafe job.runSynchronously(on: asUnownedTaskExecutor())
            track.end()
        }
        thread.stackSize = 8 << 20
        thread.start()
    }

    /// Suspends until the task ended or is blocked.
    func blocked(sourceLocation: SourceLocation = #_sourceLocation) async {
        await onThread { [track] in track.awaitBlocked(sourceLocation: sourceLocation) }
    }
}
