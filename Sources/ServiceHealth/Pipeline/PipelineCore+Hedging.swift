#if Health
import Logging

extension PipelineCore {
    /// Runs an idempotent call through the stages from an index on, and again beside it when it takes too long.
    func runHedged(
        _ policy: HedgingPolicy, _ inner: Int, _ context: CallContext, _ body: Body
    ) async -> CallEnd {
        let hedge = Hedge<CallEnd>(policy: policy, keepsEnds: context.history != nil)
        await withoutActuallyEscaping(body) { body in
            await withDiscardingTaskGroup { group in
                var ticket: DeadlineQueue.Ticket?
                while case .start(let attempt) = await hedge.next() {
                    if let ticket { clock.deadlines.remove(ticket) }
                    ticket = hedge.mayHedge ? timeNext(hedge, after: attempt, policy, context) : nil
                    if attempt > 1 { noteHedge(attempt, context) }
                    let child: @Sendable () async -> Void = { [self] in
                        await run(attempt, of: hedge, inner, context, body)
                    }
                    // In this thread until it first waits, as an attempt with a deadline.
                    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
                        group.addImmediateTask { await child() }
                    } else {
                        group.addTask { await child() }
                    }
                }
                if let ticket { clock.deadlines.remove(ticket) }
                if hedge.isRunning { group.cancelAll() }
            }
        }
        let end = hedge.end ?? .cancelled
        context.note(hedge.otherEnds, besides: end)
        return end
    }

    /// Runs one attempt in a task of its own, which its deadline can cancel too.
    private func run(
        _ attempt: Int, of hedge: Hedge<CallEnd>, _ inner: Int, _ context: CallContext, _ body: Body
    ) async {
        let task = RunningTask()
        task.start()
        var context = context
        context.hedged = hedge.attempt(attempt)
        context.task = task
        let end = await run(inner, context, body)
        await task.finish()
        hedge.ended(attempt, with: end, hedgingEnd(of: end, context.deadline))
    }

    /// Starts the next attempt when this one takes too long, unless the call is over by then.
    private func timeNext(
        _ hedge: Hedge<CallEnd>, after attempt: Int, _ policy: HedgingPolicy, _ context: CallContext
    ) -> DeadlineQueue.Ticket? {
        let instant = clock.now.advanced(by: policy.after)
        if let deadline = context.deadline, deadline.instant <= instant { return nil }
        return clock.deadlines.insert(instant, hedge, waiter: UInt64(attempt))
    }

    private func hedgingEnd(of end: CallEnd, _ deadline: Deadline?) -> HedgingStateMachine.End {
        switch end {
        case .returned: .success
        case .threw(_, _, .refusal): .refusal
        case .threw(_, _, let errorClass) where !errorClass.mayBeRetried: .finalFailure
        // Another attempt would have no time left.
        case .threw, .timedOut: deadline.map { $0.instant <= clock.now } ?? false ? .finalFailure : .failure
        case .rejected: .rejected
        case .cancelled: .cancelled
        }
    }

    private func noteHedge(_ attempt: Int, _ context: CallContext) {
        Logger.service.debug(
            "hedge",
            metadata: ["service": "\(service)", "method": "\(context.method)", "attempt": "\(attempt)"])
        metrics?.metrics(for: context.method).hedged()
        context.trace.hedged(attempt)
    }
}
#endif
