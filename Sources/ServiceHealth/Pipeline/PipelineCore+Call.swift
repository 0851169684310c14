import Logging

/// What the stages of one call hand on to each other.
struct CallContext: Sendable {
    let method: StaticString
    let isIdempotent: Bool
    /// The nearest of the deadlines of the stages passed so far.
    var deadline: Deadline?
}

extension PipelineCore {
    /// Makes a call through all stages.
    @usableFromInline
    func call<T: Sendable, E: Error>(
        _ method: StaticString, idempotent: Bool, _ body: @Sendable () async throws(E) -> T
    ) async throws(CallFailure<E>) -> T {
        let context = CallContext(method: method, isIdempotent: idempotent, deadline: nil)
        guard let metrics = metrics?.metrics(for: method) else {
            return try await run(stages[...], context, body)
        }
        let start = clock.now
        do {
            let value = try await run(stages[...], context, body)
            metrics.finished(.success, took: start.duration(to: clock.now))
            return value
        } catch {
            metrics.finished(.init(error), took: start.duration(to: clock.now))
            throw error
        }
    }

    private func run<T: Sendable, E: Error>(
        _ stages: ArraySlice<Stage>, _ context: CallContext, _ body: @Sendable () async throws(E) -> T
    ) async throws(CallFailure<E>) -> T {
        guard let stage = stages.first else { return try await attempt(context, body) }
        let inner = stages.dropFirst()
        switch stage {
        case .timeout(let limit):
            var context = context
            context.deadline = .nearer(context.deadline, Deadline(limit: limit, from: clock.now))
            return try await run(inner, context, body)
        case .retry(let retry):
            guard context.isIdempotent else {
                retry.beginCall(at: clock.now)
                return try await run(inner, context, body)
            }
            return try await runRetrying(retry, inner, context, body)
        case .breaker:
            return try await runThroughBreaker(inner, context, body)
        case .bulkhead(let bulkhead):
            return try await run(in: bulkhead, inner, context, body)
        }
    }

    // MARK: Circuit breaker

    private func runThroughBreaker<T: Sendable, E: Error>(
        _ inner: ArraySlice<Stage>, _ context: CallContext, _ body: @Sendable () async throws(E) -> T
    ) async throws(CallFailure<E>) -> T {
        let permit: CircuitPermit
        do throws(Rejection) { permit = try breaker.admit() } catch { throw .rejected(error) }
        let start = breaker.startTime(clock)
        do {
            let value = try await run(inner, context, body)
            succeeded(permit, since: start)
            return value
        } catch {
            settle(error, permit, since: start)
            throw error
        }
    }

    // MARK: Bulkhead

    private func run<T: Sendable, E: Error>(
        in bulkhead: Bulkhead, _ inner: ArraySlice<Stage>, _ context: CallContext,
        _ body: @Sendable () async throws(E) -> T
    ) async throws(CallFailure<E>) -> T {
        switch bulkhead.enter() {
        case .run:
            break
        case .reject:
            throw .rejected(.bulkheadFull(service))
        case .wait(let waiter):
            switch await clock.wait(in: bulkhead, as: waiter, until: context.deadline) {
            case .admitted: break
            case .cancelled: throw .cancelled
            case .timedOut: throw .timedOut(context.deadline?.limit ?? .zero)
            }
        }
        defer { bulkhead.leave() }
        return try await run(inner, context, body)
    }

    // MARK: Retry

    private func runRetrying<T: Sendable, E: Error>(
        _ retry: Retry, _ inner: ArraySlice<Stage>, _ context: CallContext,
        _ body: @Sendable () async throws(E) -> T
    ) async throws(CallFailure<E>) -> T {
        retry.beginCall(at: clock.now)
        let outerLayer = RetryLayer.current
        var attempt = 1
        var lastFailure: CallFailure<E>?
        while true {
            let layer = RetryLayer()
            let failure: CallFailure<E>
            switch await outcome(in: layer, inner, context, body) {
            case .success(let value): return value
            case .failure(let error): failure = error
            }
            switch failure {
            case .cancelled: throw failure
            case .rejected: throw lastFailure ?? failure
            case .failed, .timedOut: break
            }
            lastFailure = failure
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
                    metadata: ["service": "\(service)", "method": "\(context.method)", "attempt": "\(attempt)"])
                metrics?.metrics(for: context.method).retried()
                if delay > .zero {
                    do { try await clock.sleep(until: clock.now.advanced(by: delay)) } catch { throw .cancelled }
                }
                if Task.isCancelled { throw .cancelled }
            }
        }
    }

    private func outcome<T: Sendable, E: Error>(
        in layer: RetryLayer, _ inner: ArraySlice<Stage>, _ context: CallContext,
        _ body: @Sendable () async throws(E) -> T
    ) async -> Result<T, CallFailure<E>> {
        await RetryLayer.$current.withValue(layer) {
            do throws(CallFailure<E>) {
                return .success(try await run(inner, context, body))
            } catch {
                return .failure(error)
            }
        }
    }

    // MARK: The call itself

    /// What the innermost part of an attempt came to.
    private enum AttemptEnd<T: Sendable, E: Error>: Sendable {
        case value(T)
        case error(E)
        /// An injected delay was cancelled.
        case interrupted
    }

    private func attempt<T: Sendable, E: Error>(
        _ context: CallContext, _ body: @Sendable () async throws(E) -> T
    ) async throws(CallFailure<E>) -> T {
        let end: AttemptEnd<T, E>
        if let deadline = context.deadline {
            let timed = await clock.run(until: deadline) { await self.end(of: body, context) }
            if timed.isExpired { throw .timedOut(deadline.limit) }
            end = timed.value
        } else {
            end = await self.end(of: body, context)
        }
        switch end {
        case .value(let value): return value
        case .interrupted: throw .cancelled
        case .error(let error): throw Task.isCancelled ? .cancelled : .failed(error)
        }
    }

    private func end<T: Sendable, E: Error>(
        of body: @Sendable () async throws(E) -> T, _ context: CallContext
    ) async -> AttemptEnd<T, E> {
        for effect in injector.draw() {
            switch effect {
            case .latency(let duration):
                do { try await clock.sleep(until: clock.now.advanced(by: duration)) } catch { return .interrupted }
            case .error(let error):
                if let error = error as? E { return .error(error) }
                Logger.service.warning(
                    "injected error skipped: the call cannot throw it",
                    metadata: [
                        "service": "\(service)", "method": "\(context.method)", "error": "\(type(of: error))",
                    ])
            }
        }
        do throws(E) { return .value(try await body()) } catch { return .error(error) }
    }
}
