#if Health
public import Synchronization

extension ResiliencePipeline {
    /// Makes a protected call.
    ///
    /// The error type is the body's if the compiler can infer it. For a closure that calls a throwing function, it
    /// infers `any Error`; write the type, or pass the function:
    ///
    /// ```swift
    /// try await pipeline.call { () throws(Down) in try await fetch() }  // CallFailure<Down>
    /// try await pipeline.call("fetch", fetch)  // CallFailure<Down>
    /// try await pipeline.call { try await fetch() }  // CallFailure<any Error>
    /// ```
    ///
    /// - Parameters:
    ///   - method: The name on metrics and logs.
    ///   - idempotent: Whether the call may be made again when it fails.
    ///   - body: The call.
    /// - Returns: What the body returns.
    /// - Throws: ``CallFailure/failed(_:)`` with the last error of the body, ``CallFailure/rejected(_:)`` if the call
    ///   was not made, ``CallFailure/timedOut(_:)`` with the limit that was exceeded, ``CallFailure/cancelled`` if the
    ///   caller was cancelled while it waited for a permit, a slot or a retry, or was cancelled and the body threw or took too long.
    @inlinable
    public func call<T: Sendable, E: Error>(
        _ method: StaticString = #function, idempotent: Bool = false,
        _ body: @Sendable () async throws(E) -> T
    ) async throws(CallFailure<E>) -> T {
        // As in `outcome(of:idempotent:classifier:_:)`, without its result: that would cost a direct call a few nanoseconds.
        guard core.isDirect.load(ordering: .relaxed) else {
            return try await callThroughStages(method, idempotent: idempotent, body)
        }
        let core = self.core
        AttemptHistory.beginSingleCall()
        let permit: CircuitPermit
        do throws(Rejection) { permit = try core.breaker.admit() } catch { throw .rejected(error) }
        let start = core.breaker.startTime()
        if let limiter = core.directLimiter, !limiter.takesAtOnce(at: core.breaker.measured(start)) {
            // The stages reject it, or let it wait.
            core.breaker.release(permit)
            return try await callThroughStages(method, idempotent: idempotent, body)
        }
        let value: T
        do throws(E) {
            value = try await body()
        } catch {
            if Task.isCancelled {
                core.breaker.release(permit)
                throw .cancelled
            }
            _ = core.threw(error, permit, since: start, method, nil)
            throw .failed(error)
        }
        core.succeeded(permit, since: start)
        return value
    }

    @inlinable
    func callThroughStages<T: Sendable, E: Error>(
        _ method: StaticString, idempotent: Bool, _ body: @Sendable () async throws(E) -> T
    ) async throws(CallFailure<E>) -> T {
        let result: Result<T, CallFailure<E>> = Self.result(
            of: await end(of: method, idempotent: idempotent, classifier: nil, body))
        return try result.get()
    }

    /// Makes a protected call, and returns what it comes to.
    ///
    /// - Parameter classifier: Takes the place of the pipeline's own.
    @inlinable
    @inline(__always)
    func outcome<T: Sendable, E: Error>(
        of method: StaticString, idempotent: Bool, classifier: ErrorClassifier?,
        _ body: @Sendable () async throws(E) -> T
    ) async -> CallOutcome<T, E> {
        guard core.isDirect.load(ordering: .relaxed) else {
            return await outcomeThroughStages(of: method, idempotent: idempotent, classifier: classifier, body)
        }
        let core = self.core
        AttemptHistory.beginSingleCall()
        let permit: CircuitPermit
        do throws(Rejection) { permit = try core.breaker.admit() } catch {
            return .failed(.rejected(error), isRefusal: false)
        }
        let start = core.breaker.startTime()
        if let limiter = core.directLimiter, !limiter.takesAtOnce(at: core.breaker.measured(start)) {
            // The stages reject it, or let it wait.
            core.breaker.release(permit)
            return await outcomeThroughStages(of: method, idempotent: idempotent, classifier: classifier, body)
        }
        let value: T
        do throws(E) {
            value = try await body()
        } catch {
            if Task.isCancelled {
                core.breaker.release(permit)
                return .failed(.cancelled, isRefusal: false)
            }
            let isRefusal = core.threw(error, permit, since: start, method, classifier)
            return .failed(.failed(error), isRefusal: isRefusal)
        }
        core.succeeded(permit, since: start)
        return .returned(value)
    }

    @inlinable
    func outcomeThroughStages<T: Sendable, E: Error>(
        of method: StaticString, idempotent: Bool, classifier: ErrorClassifier?,
        _ body: @Sendable () async throws(E) -> T
    ) async -> CallOutcome<T, E> {
        let end = await end(of: method, idempotent: idempotent, classifier: classifier, body)
        let result: Result<T, CallFailure<E>> = Self.result(of: end)
        switch result {
        case .success(let value): return .returned(value)
        case .failure(let failure): return .failed(failure, isRefusal: end.isRefusal)
        }
    }

    /// Makes a call through all stages.
    @inlinable
    func end<T: Sendable, E: Error>(
        of method: StaticString, idempotent: Bool, classifier: ErrorClassifier?,
        _ body: @Sendable () async throws(E) -> T
    ) async -> CallEnd {
        await core.call(
            method, idempotent: idempotent, classifier: classifier,
            injecting: { error in (error as? E).map { CallAnswer<T, E>(.failure($0)) } }
        ) {
            do throws(E) {
                return .returned(CallAnswer<T, E>(.success(try await body())))
            } catch {
                return .threw(CallAnswer<T, E>(.failure(error)), error)
            }
        }
    }

    /// Opens what a call of this type came to.
    @inlinable
    static func result<T: Sendable, E: Error>(of end: CallEnd) -> Result<T, CallFailure<E>> {
        switch end {
        case .returned(let answer), .threw(let answer, _, _):
            // Safe because a call's answers are made in `end(of:idempotent:_:)` only, with the call's types.
            unsafe unsafeDowncast(answer, to: CallAnswer<T, E>.self).result.mapError { .failed($0) }
        case .rejected(let rejection): .failure(.rejected(rejection))
        case .timedOut(let limit, _): .failure(.timedOut(limit))
        case .cancelled: .failure(.cancelled)
        }
    }
}

// MARK: - Fallbacks

extension ResiliencePipeline {
    /// Makes a protected call, and answers with a fallback if it fails.
    ///
    /// - Parameters:
    ///   - method: The name on metrics and logs.
    ///   - idempotent: Whether the call may be made again when it fails.
    ///   - body: The call.
    ///   - fallback: Answers in its place, and receives the failure. It also answers for refusals, because it cannot
    ///     throw them; use `recover:` if callers need to see a refusal. Its answer does not count as a success of the
    ///     service.
    /// - Returns: What the body or the fallback returns.
    /// - Throws: `CancellationError` if the caller was cancelled: then nobody waits for a fallback.
    @inlinable
    public func call<T: Sendable, E: Error>(
        _ method: StaticString = #function, idempotent: Bool = false,
        _ body: @Sendable () async throws(E) -> T,
        fallback: @Sendable (CallFailure<E>) async -> T
    ) async throws(CancellationError) -> T {
        let failure: CallFailure<E>
        do throws(CallFailure<E>) {
            return try await call(method, idempotent: idempotent, body)
        } catch {
            failure = error
        }
        if case .cancelled = failure { throw CancellationError() }
        // A rejected call was not waited for.
        if Task.isCancelled { throw CancellationError() }
        let value = await fallback(failure)
        core.answeredByFallback(method, for: failure)
        return value
    }

    /// Makes a protected call, and lets a fallback answer or decline if it fails.
    ///
    /// ```swift
    /// let rates = try await pipeline.call(idempotent: true) {
    ///     try await client.fetchRates()
    /// } recover: { failure in
    ///     guard let saved = saved.rates else { throw failure }
    ///     return saved
    /// }
    /// if rates.source == .fallback { banner.show("Rates may be out of date.") }
    /// ```
    ///
    /// - Parameters:
    ///   - method: The name on metrics and logs.
    ///   - idempotent: Whether the call may be made again when it fails.
    ///   - body: The call.
    ///   - recover: Answers in its place, or throws the error that the caller gets. It is not called for a refusal. Its
    ///     answer does not count as a success of the service.
    /// - Returns: The value, and whether the service or the fallback returned it.
    /// - Throws: The body's own error if the classifier calls it a refusal, `CancellationError` if the caller was
    ///   cancelled, and the errors of `recover`.
    @inlinable
    public func call<T: Sendable, E: Error>(
        _ method: StaticString = #function, idempotent: Bool = false,
        _ body: @Sendable () async throws(E) -> T,
        recover: @Sendable (CallFailure<E>) async throws -> T
    ) async throws -> Served<T> {
        switch await outcome(of: method, idempotent: idempotent, classifier: nil, body) {
        case .returned(let value): return Served(value: value, source: .live)
        case .failed(.cancelled, _): throw CancellationError()
        case .failed(.failed(let error), isRefusal: true): throw error
        case .failed(let failure, _):
            // A rejected call was not waited for.
            if Task.isCancelled { throw CancellationError() }
            let value: T
            do { value = try await recover(failure) } catch {
                core.replaced(failure, by: error)
                throw error
            }
            core.answeredByFallback(method, for: failure)
            return Served(value: value, source: .fallback, failure: failure)
        }
    }
}
#endif
