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
        return isContinuous
            ? await runWithQueue(until: deadline, work) : await runBesideSleeper(until: deadline, work)
    }

    private func runWithQueue<Value: Sendable>(
        until deadline: Deadline, _ work: @Sendable () async -> Value
    ) async -> Timed<Value> {
        await withoutActuallyEscaping(work) { work in
            let child: @Sendable () async -> Timed<Value> = {
                let task = RunningTask()
                task.start()
                let ticket = DeadlineQueue.shared.insert(deadline.instant, .cancel(task))
                let value = await work()
                let isInTime = DeadlineQueue.shared.remove(ticket)
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
                return await Self.first(of: &group)
            }
        }
    }

    private enum Event<Value: Sendable>: Sendable {
        case finished(Value)
        case deadlineCame
        case sleepEnded
    }

    private func runBesideSleeper<Value: Sendable>(
        until deadline: Deadline, _ work: @Sendable () async -> Value
    ) async -> Timed<Value> {
        await withoutActuallyEscaping(work) { work in
            await withTaskGroup(of: Event<Value>.self) { group in
                group.addTask { .finished(await work()) }
                group.addTask {
                    do {
                        try await sleep(until: deadline.instant)
                        return .deadlineCame
                    } catch {
                        return .sleepEnded  // Cancelled, with the work or after it.
                    }
                }
                var isExpired = false
                while true {
                    switch await Self.first(of: &group) {
                    case .finished(let value):
                        group.cancelAll()
                        return Timed(value: value, isExpired: isExpired || now >= deadline.instant)
                    case .deadlineCame:
                        isExpired = true
                        group.cancelAll()
                    case .sleepEnded:
                        break
                    }
                }
            }
        }
    }

    /// The next result of a group that is known to have one.
    private static func first<Value>(of group: inout TaskGroup<Value>) async -> Value {
        guard let value = await group.next() else { preconditionFailure("a group has lost a child") }
        return value
    }

    /// Waits for a slot in a bulkhead, until a deadline if there is one.
    func wait(in bulkhead: Bulkhead, as waiter: UInt64, until deadline: Deadline?) async -> Bulkhead.WaitEnd {
        guard let deadline else { return await bulkhead.wait(waiter) }
        guard isContinuous else {
            return await withTaskGroup(of: Bulkhead.WaitEnd?.self) { group in
                group.addTask { await bulkhead.wait(waiter) }
                group.addTask {
                    do { try await sleep(until: deadline.instant) } catch { return nil }
                    bulkhead.abandon(waiter, because: .timedOut)
                    return nil
                }
                while true {
                    if let end = await Self.first(of: &group) {
                        group.cancelAll()
                        return end
                    }
                }
            }
        }
        let ticket = DeadlineQueue.shared.insert(deadline.instant, .abandon(bulkhead, waiter: waiter))
        defer { _ = DeadlineQueue.shared.remove(ticket) }
        return await bulkhead.wait(waiter)
    }
}
