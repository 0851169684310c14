import Logging

/// What one run of a call's body came to. The value or the error itself is in the ``CallSlot``.
@usableFromInline
enum AttemptEnd: Sendable {
    case value
    case error(any Error)
    /// The body was not run: it cannot throw the error that was to be injected.
    case cannotThrow(any Error)
    /// An injected delay was cancelled.
    case interrupted
}

extension PipelineCore {
    /// Runs the body of a call, or throws the error in its place.
    @usableFromInline typealias Body = @Sendable (_ injected: (any Error)?) async -> AttemptEnd
    @usableFromInline typealias Failure = CallFailure<any Error>

    /// What the stages of one call hand on to each other.
    struct Context: Sendable {
        let method: StaticString
        let isIdempotent: Bool
        /// The nearest of the deadlines of the stages passed so far.
        var deadline: Deadline?
    }

    /// Makes a call through all stages.
    ///
    /// Not generic: what all the stages do is independent of what the call returns and throws.
    @usableFromInline
    func call(_ method: StaticString, idempotent: Bool, _ body: Body) async throws(Failure) {
        let context = Context(method: method, isIdempotent: idempotent, deadline: nil)
        guard let metrics = metrics?.metrics(for: method) else {
            return try await run(stages[...], context, body)
        }
        let start = clock.now
        do {
            try await run(stages[...], context, body)
            metrics.finished(.success, took: start.duration(to: clock.now))
        } catch {
            metrics.finished(.init(error), took: start.duration(to: clock.now))
            throw error
        }
    }

    private func run(_ stages: ArraySlice<Stage>, _ context: Context, _ body: Body) async throws(Failure) {
        guard let stage = stages.first else { return try await attempt(context, body) }
        let inner = stages.dropFirst()
        switch stage {
        case .timeout(let limit):
            var context = context
            context.deadline = .nearer(context.deadline, Deadline(limit: limit, from: clock.now))
            try await run(inner, context, body)
        case .retry(let retry):
            retry.beginCall(at: clock.now)
            if context.isIdempotent {
                try await runRetrying(retry, inner, context, body)
            } else {
                try await run(inner, context, body)
            }
        case .breaker:
            try await runThroughBreaker(inner, context, body)
        case .bulkhead(let bulkhead):
            try await run(in: bulkhead, inner, context, body)
        }
    }

    private func runThroughBreaker(
        _ inner: ArraySlice<Stage>, _ context: Context, _ body: Body
    ) async throws(Failure) {
        let permit: CircuitPermit
        do throws(Rejection) { permit = try breaker.admit() } catch { throw .rejected(error) }
        let start = breaker.startTime()
        do {
            try await run(inner, context, body)
        } catch {
            switch error {
            case .failed(let error): failed(permit, since: start, error)
            case .timedOut: failed(permit, since: start, error)
            case .rejected, .cancelled: breaker.release(permit)
            }
            throw error
        }
        succeeded(permit, since: start)
    }

    private func run(
        in bulkhead: Bulkhead, _ inner: ArraySlice<Stage>, _ context: Context, _ body: Body
    ) async throws(Failure) {
        switch bulkhead.enter() {
        case .run:
            break
        case .reject:
            throw .rejected(.bulkheadFull(service))
        case .wait(let waiter):
            switch await bulkhead.wait(as: waiter, until: context.deadline?.instant, on: clock) {
            case .admitted: break
            case .cancelled: throw .cancelled
            case .timedOut: throw .timedOut(context.deadline?.limit ?? .zero)
            }
        }
        defer { bulkhead.leave() }
        try await run(inner, context, body)
    }

    // MARK: Retry

    private func runRetrying(
        _ retry: Retry, _ inner: ArraySlice<Stage>, _ context: Context, _ body: Body
    ) async throws(Failure) {
        let outerLayer = RetryLayer.current
        var attempt = 1
        var lastFailure: Failure?
        while true {
            let layer = RetryLayer()
            guard let failure = await failure(in: layer, inner, context, body) else { return }
            switch failure {
            case .cancelled: throw failure
            case .rejected: throw lastFailure ?? failure
            case .failed, .timedOut: lastFailure = failure
            }
            // What was retried further in is not retried here as well.
            guard !layer.gaveUpBelow else {
                outerLayer?.noteGivingUp()
                throw failure
            }
            switch retry.attemptFailed(attempt, at: clock.now, deadline: context.deadline?.instant) {
            case .giveUp(let reason):
                if attempt > 1 || reason == .budgetSpent { outerLayer?.noteGivingUp() }
                throw failure
            case .retry(let delay):
                attempt += 1
                Logger.service.debug(
                    "retry",
                    metadata: [
                        "service": "\(service)", "method": "\(context.method)", "attempt": "\(attempt)",
                    ])
                metrics?.metrics(for: context.method).retried()
                if delay > .zero {
                    do { try await clock.sleep(until: clock.now.advanced(by: delay)) } catch {
                        throw .cancelled
                    }
                }
                if Task.isCancelled { throw .cancelled }
            }
        }
    }

    private func failure(
        in layer: RetryLayer, _ inner: ArraySlice<Stage>, _ context: Context, _ body: Body
    ) async -> Failure? {
        await RetryLayer.$current.withValue(layer) {
            do throws(Failure) {
                try await run(inner, context, body)
                return nil
            } catch {
                return error
            }
        }
    }

    // MARK: The call itself

    private func attempt(_ context: Context, _ body: Body) async throws(Failure) {
        let end: AttemptEnd
        let effects = injector.draw()
        if let deadline = context.deadline {
            // Two closures, as a child task's memory suffices for the frames of the first.
            let timed =
                effects.isEmpty
                ? await clock.run(until: deadline) { await body(nil) }
                : await clock.run(until: deadline) { await run(body, with: effects, context) }
            if timed.isExpired { throw .timedOut(deadline.limit) }
            end = timed.value
        } else {
            end = effects.isEmpty ? await body(nil) : await run(body, with: effects, context)
        }
        switch end {
        case .value: return
        case .interrupted: throw .cancelled
        case .error(let error), .cannotThrow(let error): throw Task.isCancelled ? .cancelled : .failed(error)
        }
    }

    private func run(_ body: Body, with effects: [Fault.Effect], _ context: Context) async -> AttemptEnd {
        for effect in effects {
            switch effect {
            case .latency(let duration):
                do { try await clock.sleep(until: clock.now.advanced(by: duration)) } catch {
                    return .interrupted
                }
            case .error(let error):
                let end = await body(error)
                guard case .cannotThrow = end else { return end }
                Logger.service.warning(
                    "injected error skipped: the call cannot throw it",
                    metadata: [
                        "service": "\(service)", "method": "\(context.method)", "error": "\(type(of: error))",
                    ])
            }
        }
        return await body(nil)
    }
}
