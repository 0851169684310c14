#if PostgreSQL
import Foundation
import Synchronization

/// What waits for a free thread: the first that came is the first that is done.
final class JobQueue: Sendable {
    private struct State {
        var jobs: [PostgresJob] = []
        /// How many of the first jobs are gone already.
        var head = 0
        var isClosed = false
        var isTimed = false

        mutating func first() -> PostgresJob? {
            guard head < jobs.count else { return nil }
            let job = jobs[head]
            head += 1
            if head == jobs.count {
                jobs.removeAll(keepingCapacity: true)
                head = 0
            } else if head > 256 {
                jobs.removeFirst(head)
                head = 0
            }
            return job
        }
    }

    private let state = Mutex(State())
    /// Counts what was added. A thread may find nothing, as jobs also leave without being done.
    private let added = DispatchSemaphore(value: 0)
    private let patience: Duration

    init(patience: Duration) {
        self.patience = patience
    }

    /// Adds a job, or refuses it where the queue is closed or nobody wants its result any more.
    func add(_ job: PostgresJob) {
        let (refusal, mustTime) = state.withLock { state -> ((any Error)?, Bool) in
            if job.interruption.isRequested { return (CancellationError(), false) }
            if state.isClosed { return (PostgresError.closed, false) }
            state.jobs.append(job)
            defer { state.isTimed = true }
            return (nil, !state.isTimed)
        }
        if let refusal { return job.perform(.failure(refusal)) }
        if mustTime { refuseLate(after: patience) }
        added.signal()
    }

    /// Takes a job out that is not to be done any more. One that has begun is told.
    func cancel(_ interruption: Interruption) {
        interruption.request()
        let job = state.withLock { state -> PostgresJob? in
            guard let index = state.jobs[state.head...].firstIndex(where: { $0.interruption === interruption }) else {
                return nil
            }
            return state.jobs.remove(at: index)
        }
        job?.perform(.failure(CancellationError()))
    }

    /// Returns the next job, and blocks the thread until there is one; nil when the queue is closed.
    func next() -> PostgresJob? {
        while true {
            added.wait()
            let (job, isClosed) = state.withLock { ($0.first(), $0.isClosed) }
            if let job { return job }
            if isClosed {
                // The next thread is to see it, too.
                added.signal()
                return nil
            }
        }
    }

    /// Refuses what waits and what is still to come, and ends the threads.
    func close() {
        let jobs = state.withLock { state in
            state.isClosed = true
            defer { (state.jobs, state.head) = ([], 0) }
            return state.jobs[state.head...]
        }
        for job in jobs { job.perform(.failure(PostgresError.closed)) }
        added.signal()
    }

    /// Refuses what has waited for too long, once the oldest of the jobs may have.
    private func refuseLate(after delay: Duration) {
        DispatchQueue.global().asyncAfter(deadline: .now() + delay / .seconds(1)) { [self] in
            let now = ContinuousClock.now
            let (late, next) = state.withLock { state -> ([PostgresJob], Duration?) in
                var late: [PostgresJob] = []
                while state.head < state.jobs.count, state.jobs[state.head].since + patience <= now {
                    if let job = state.first() { late.append(job) }
                }
                guard state.head < state.jobs.count else {
                    state.isTimed = false
                    return (late, nil)
                }
                return (late, now.duration(to: state.jobs[state.head].since + patience))
            }
            for job in late { job.perform(.failure(PostgresError.busy)) }
            if let next { refuseLate(after: next) }
        }
    }
}
#endif
