#if Health
import Logging
@_spi(Lock) import Service

extension PipelineCore {
    /// Runs the body of a call.
    @usableFromInline typealias Body = @Sendable () async -> BodyEnd

    /// Makes a call through all stages.
    ///
    /// Not generic: what the stages do is independent of what the call returns and throws, and looking up the types of a
    /// generic call would cost more than all of them.
    @usableFromInline
    func call(
        _ method: StaticString, idempotent: Bool, classifier: ErrorClassifier?,
        injecting: @escaping @Sendable (any Error) -> Answer?, _ body: Body
    ) async -> CallEnd {
        await CallTrace.run(service, method, describing: { ($0.outcome, $0.error) }) { trace in
            let context = CallContext(
                method: method, isIdempotent: idempotent, classifier: classifier ?? self.classifier,
                injecting: injecting, trace: trace)
            guard let metrics = metrics?.metrics(for: method) else { return await runForCaller(context, body) }
            let start = clock.now
            let end = await runForCaller(context, body)
            metrics.finished(end.outcome, took: start.duration(to: clock.now))
            return end
        }
    }

    private func runForCaller(_ context: CallContext, _ body: Body) async -> CallEnd {
        let end = await runNotingAttempts(context, body)
        // What the deadline says of the service is recorded. The caller has gone.
        if case .timedOut = end, Task.isCancelled { return .cancelled }
        return end
    }

    /// Runs a call through all stages. Tells a caller who asks for them of the other attempts that it has made.
    private func runNotingAttempts(_ context: CallContext, _ body: Body) async -> CallEnd {
        guard let asked = AttemptHistory.current else { return await run(0, context, body) }
        asked.beginCall()
        guard context.isIdempotent else { return await run(0, context, body) }
        let history = AttemptHistory()
        var context = context
        context.history = history
        // Calls that the body makes report here: of a call that succeeds, their attempts matter no more than its own.
        let end = await AttemptHistory.$current.withValue(history) { [context] in await run(0, context, body) }
        // The answer may say that nothing was done now, which says nothing of the attempts before.
        asked.add(history, isAnswered: end.failure == nil)
        history.end()
        return end
    }

    /// Runs a call through the stages from an index on.
    func run(_ index: Int, _ context: CallContext, _ body: Body) async -> CallEnd {
        guard index < stages.count else { return await attempt(context, body) }
        let inner = index + 1
        switch stages[index] {
        case .timeout(let limit):
            var context = context
            context.deadline = .nearer(context.deadline, Deadline(limit: limit, from: clock.now))
            return await run(inner, context, body)
        case .retry(let retry):
            retry.beginCall(at: clock.now)
            // A task that was cancelled for its deadline is of no use for the next attempt.
            var context = context
            context.task = nil
            return context.isIdempotent
                ? await runRetrying(retry, inner, context, body) : await run(inner, context, body)
        case .breaker:
            return await runThroughBreaker(inner, context, body)
        case .hedging(let policy):
            return context.isIdempotent
                ? await runHedged(policy, inner, context, body) : await run(inner, context, body)
        case .rateLimit(let limiter):
            if let end = await take(from: limiter, context) { return end }
            return await run(inner, context, body)
        case .bulkhead(let bulkhead):
            return await run(in: bulkhead, inner, context, body)
        }
    }

    private func runThroughBreaker(
        _ inner: Int, _ context: CallContext, _ body: Body
    ) async -> CallEnd {
        let permit: CircuitPermit
        do throws(Rejection) { permit = try breaker.admit() } catch {
            return rejected(error, context)
        }
        let start = breaker.startTime()
        let end = await run(inner, context, body)
        record(end, permit, since: start, context)
        return end
    }

    private func record(
        _ end: CallEnd, _ permit: CircuitPermit, since start: MonotonicInstant, _ context: CallContext
    ) {
        let isAnswered = end.outcome == .success || end.outcome == .refused
        // Of a hedged call's attempts only the one counts whose end is the call's.
        if let attempt = context.hedged, isAnswered ? !attempt.claim() : attempt.isLost {
            return breaker.release(permit)
        }
        switch end {
        case .returned: succeeded(permit, since: start)
        case .threw(_, let error, let errorClass): threw(error, errorClass, permit, since: start)
        case .timedOut(let limit, hasBegun: true):
            failed(permit, since: start, CallFailure<any Error>.timedOut(limit))
        case .timedOut(_, hasBegun: false), .rejected, .cancelled: breaker.release(permit)
        }
    }

    private func run(
        in bulkhead: Bulkhead, _ inner: Int, _ context: CallContext, _ body: Body
    ) async -> CallEnd {
        var tooLate: CallEnd?
        switch bulkhead.enter() {
        case .run: break
        case .reject: return rejected(.bulkheadFull(service), context)
        case .wait(let waiter):
            if let end = await wait(in: bulkhead, as: waiter, context) { return end }
            tooLate = passedDeadline(of: context)
        }
        defer { bulkhead.leave() }
        if let tooLate { return tooLate }
        return await run(inner, context, body)
    }

    /// Takes a permit of the rate limit.
    ///
    /// - Returns: What the call has come to where it does not get one.
    func take(from limiter: RateLimiter, _ context: CallContext) async -> CallEnd? {
        switch limiter.enter() {
        case .run: return nil
        case .reject(let retryAfter):
            metrics?.metrics(for: context.method).rateLimited()
            return rejected(.rateLimited(service, retryAfter: retryAfter), context)
        case .wait(let waiter):
            if let end = await wait(in: limiter, as: waiter, context) { return end }
            return passedDeadline(of: context)
        }
    }

    /// What a call has come to that was admitted when its deadline had passed: at the same moment, or while the machine slept.
    private func passedDeadline(of context: CallContext) -> CallEnd? {
        guard let deadline = context.deadline, deadline.instant <= clock.now else { return nil }
        return .timedOut(deadline.limit, hasBegun: false)
    }

    /// Waits for a place in a stage.
    ///
    /// - Returns: What the call has come to where it does not get one.
    private func wait(
        in stage: some WaitingStage, as waiter: UInt64, _ context: CallContext
    ) async -> CallEnd? {
        switch await stage.wait(as: waiter, until: context.deadline?.instant, on: clock) {
        case .admitted: nil
        case .cancelled: .cancelled
        case .timedOut: .timedOut(context.deadline?.limit ?? .zero, hasBegun: false)
        }
    }

    private func rejected(_ rejection: Rejection, _ context: CallContext) -> CallEnd {
        context.trace.rejected(rejection)
        return .rejected(rejection)
    }

    // MARK: The call itself

    private func attempt(_ context: CallContext, _ body: Body) async -> CallEnd {
        context.trace.attempted()
        let effects = injector.draw()
        let end: BodyEnd?
        if let deadline = context.deadline {
            let timed = Lock<BodyEnd?>(nil)
            // Two closures, as a child task's memory suffices for the frames of the first.
            let timedEnd =
                effects.isEmpty
                ? await clock.run(until: deadline, in: context.task) {
                    let end = await body()
                    timed.withLock { $0 = end }
                }
                : await clock.run(until: deadline, in: context.task) {
                    let end = await run(body, with: effects, context)
                    timed.withLock { $0 = end }
                }
            switch timedEnd {
            case .inTime: end = timed.withLock { $0 }
            case .late: return .timedOut(deadline.limit)
            // A deadline says nothing about the service where nobody waited for the call any more.
            case .givenUp: return .cancelled
            }
        } else {
            end = effects.isEmpty ? await body() : await run(body, with: effects, context)
        }
        switch end {
        case .returned(let answer): return .returned(answer)
        case .threw where Task.isCancelled, nil: return .cancelled
        case .threw(let answer, let error):
            return .threw(answer, error, classify(error, context.method, context.classifier))
        }
    }

    /// Runs the body behind injected faults.
    ///
    /// - Returns: What it came to, or nil where an injected delay was cancelled.
    private func run(
        _ body: Body, with effects: [Fault.Effect], _ context: CallContext
    ) async -> BodyEnd? {
        for effect in effects {
            switch effect {
            case .latency(let duration):
                do { try await clock.sleep(until: clock.now.advanced(by: duration)) } catch { return nil }
            case .error(let error):
                if let answer = context.injecting(error) { return .threw(answer, error) }
                Logger.service.warning(
                    "injected error skipped: the call cannot throw it",
                    metadata: [
                        "service": "\(service)", "method": "\(context.method)", "error": "\(type(of: error))",
                    ])
            }
        }
        return await body()
    }
}
#endif
