#if Health
/// A stage whose callers may have to wait for a place: for a free slot, for a permit.
protocol WaitingStage: DeadlineObserver {
    /// Ends a caller's wait, unless it has ended.
    func abandon(_ waiter: UInt64, because end: WaitEnd)
    /// Keeps a caller until its wait ends.
    ///
    /// - Returns: What to resume at once, where its end is known already.
    func suspend(_ waiter: UInt64, _ continuation: CheckedContinuation<WaitEnd, Never>) -> SuspendedCallers.Resumption?
}

extension WaitingStage {
    /// Waits for a place.
    ///
    /// - Parameters:
    ///   - waiter: The number that the caller was given.
    ///   - deadline: When to give up, or nil to wait for as long as it takes.
    ///   - clock: The clock of the deadline.
    func wait(as waiter: UInt64, until deadline: MonotonicInstant?, on clock: MonotonicClock) async -> WaitEnd {
        let ticket = deadline.map { clock.deadlines.insert($0, self, waiter: waiter) }
        defer { if let ticket { clock.deadlines.remove(ticket) } }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                suspend(waiter, continuation)?.resume()
            }
        } onCancel: {
            abandon(waiter, because: .cancelled)
        }
    }
}
#endif
