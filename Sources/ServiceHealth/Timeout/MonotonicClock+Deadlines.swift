/// What work came to that had a deadline.
struct Timed<Value: Sendable>: Sendable {
    let value: Value
    /// Whether the deadline came first. The work was cancelled then, and has ended since.
    let isExpired: Bool
}

extension MonotonicClock {
    /// Runs work that is cancelled when a deadline comes, and waits for its end either way.
    func run<Value: Sendable>(
        until deadline: Deadline, _ work: @Sendable () async -> Value
    ) async -> Timed<Value> {
        // The work must see that its caller is cancelled, and there is nothing left to cancel.
        guard !Task.isCancelled else {
            let value = await work()
            return Timed(value: value, isExpired: now >= deadline.instant)
        }
        return await withoutActuallyEscaping(work) { work in
            let child: @Sendable () async -> Timed<Value> = {
                let task = RunningTask()
                task.start()
                let ticket = deadlines.insert(deadline.instant, task)
                let value = await work()
                let isInTime = deadlines.remove(ticket)
                if !isInTime { await task.finish() }
                return Timed(value: value, isExpired: !isInTime || now >= deadline.instant)
            }
            return await withTaskGroup(of: Timed<Value>.self) { group in
                // In this thread until it first waits: work that never waits is not moved to another.
                if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
                    group.addImmediateTask { await child() }
                } else {
                    group.addTask { await child() }
                }
                // The group has one child, so that the first turn has its result.
                while true {
                    if let timed = await group.next() { return timed }
                }
            }
        }
    }
}
