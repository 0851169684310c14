#if Health
/// What work with a deadline has come to.
enum TimedEnd: Sendable {
    case inTime
    /// The deadline came first.
    case late
    /// The work was too late, and its caller was cancelled before the deadline came.
    case givenUp
}

extension MonotonicClock {
    /// Runs work that is cancelled when a deadline comes, and waits for its end either way.
    ///
    /// Not generic: a task group of a type that is only known at run time costs half as much again.
    ///
    /// - Parameters:
    ///   - deadline: When the work is cancelled.
    ///   - task: The current task, where it does nothing but this work and waits for its end by itself. Else the work gets a
    ///     task of its own.
    ///   - work: The work.
    func run(
        until deadline: Deadline, in task: RunningTask?, _ work: @Sendable () async -> Void
    ) async -> TimedEnd {
        // The work must see that its caller is cancelled, and there is nothing left to cancel.
        guard !Task.isCancelled else {
            await work()
            return now >= deadline.instant ? .givenUp : .inTime
        }
        if let task { return await run(until: deadline, cancelling: task, work) }
        return await withoutActuallyEscaping(work) { work in
            let child: @Sendable () async -> TimedEnd = {
                let task = RunningTask()
                task.start()
                let end = await run(until: deadline, cancelling: task, work)
                await task.finish()
                return end
            }
            return await withTaskGroup(of: TimedEnd.self) { group in
                // In this thread until it first waits: work that never waits is not moved to another.
                if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
                    group.addImmediateTask { await child() }
                } else {
                    group.addTask { await child() }
                }
                // The group has one child, so that the first turn has its result.
                while true {
                    if let end = await group.next() { return end }
                }
            }
        }
    }

    private func run(
        until deadline: Deadline, cancelling task: RunningTask, _ work: @Sendable () async -> Void
    ) async -> TimedEnd {
        let ticket = deadlines.insert(deadline.instant, task)
        await work()
        let isInTime = deadlines.remove(ticket)
        if isInTime, now < deadline.instant { return .inTime }
        return Task.isCancelled && !task.isEndedByDeadline ? .givenUp : .late
    }
}
#endif
