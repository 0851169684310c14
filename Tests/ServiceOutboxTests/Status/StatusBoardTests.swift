#if Outbox
import ServiceTesting
import Testing

@testable import ServiceOutbox

/// How those who follow the status learn of it.
@Suite(.timeLimit(.minutes(5))) struct StatusBoardTests {
    /// Runs tasks on the thread that resumes them.
    final class InlineExecutor: TaskExecutor {
        func enqueue(_ job: consuming ExecutorJob) {
            unsafe job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }

    @Test func `a follower may ask for the status on the thread that changes it`() async {
        let board = StatusBoard()
        let seen = Recorder<Int>()
        await withTaskGroup { group in
            let statuses = board.statuses
            group.addTask(executorPreference: InlineExecutor()) {
                for await status in statuses {
                    seen.record(status.waiting)
                    seen.record(board.status.waiting)
                }
            }
            board.update { $0.waiting = 1 }
            board.update { $0.waiting = 2 }
            board.finish()
        }
        #expect(seen.elements == [0, 0, 1, 1, 2, 2])
    }
}
#endif
