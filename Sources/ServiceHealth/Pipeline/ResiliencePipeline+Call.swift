public import Synchronization

extension ResiliencePipeline {
    /// Makes a protected call.
    ///
    /// The error type is the body's where the compiler can see it. A closure that calls a throwing function
    /// is taken to throw `any Error`; write its type, or hand over the function:
    ///
    /// ```swift
    /// try await pipeline.call { () throws(Down) in try fetch() }      // CallFailure<Down>
    /// try await pipeline.call("fetch", fetch)                         // CallFailure<Down>
    /// try await pipeline.call { try await fetch() }                   // CallFailure<any Error>
    /// ```
    ///
    /// - Parameters:
    ///   - method: The name on metrics and logs.
    ///   - idempotent: Whether the call may be made again when it fails.
    ///   - body: The call.
    /// - Returns: What the body returns.
    /// - Throws: ``CallFailure/failed(_:)`` with the last error of the body, ``CallFailure/rejected(_:)``
    ///   where the call was not made, ``CallFailure/timedOut(_:)`` with the limit that was passed,
    ///   ``CallFailure/cancelled`` where the caller was cancelled and the body threw.
    @inlinable
    public func call<T: Sendable, E: Error>(
        _ method: StaticString = #function, idempotent: Bool = false,
        _ body: @Sendable () async throws(E) -> T
    ) async throws(CallFailure<E>) -> T {
        guard core.isDirect.load(ordering: .relaxed) else {
            return try await callThroughStages(method, idempotent: idempotent, body)
        }
        let core = self.core
        let permit: CircuitPermit
        do throws(Rejection) { permit = try core.breaker.admit() } catch { throw .rejected(error) }
        let start = core.breaker.startTime()
        let value: T
        do throws(E) {
            value = try await body()
        } catch {
            if Task.isCancelled {
                core.breaker.release(permit)
                throw .cancelled
            }
            core.failed(permit, since: start, error)
            throw .failed(error)
        }
        core.succeeded(permit, since: start)
        return value
    }

    @inlinable
    func callThroughStages<T: Sendable, E: Error>(
        _ method: StaticString, idempotent: Bool, _ body: @Sendable () async throws(E) -> T
    ) async throws(CallFailure<E>) -> T {
        let slot = CallSlot<T, E>()
        do {
            try await core.call(method, idempotent: idempotent) { injected in
                await slot.run(body, injecting: injected)
            }
        } catch {
            switch error {
            case .rejected(let rejection): throw .rejected(rejection)
            case .timedOut(let limit): throw .timedOut(limit)
            case .cancelled: throw .cancelled
            case .failed: break
            }
        }
        switch slot.last {
        case .success(let value): return value
        case .failure(let error): throw .failed(error)
        case nil: preconditionFailure("a call has ended without a result")
        }
    }

    /// Makes a protected call, and answers with a fallback where it fails.
    ///
    /// - Parameters:
    ///   - method: The name on metrics and logs.
    ///   - idempotent: Whether the call may be made again when it fails.
    ///   - body: The call.
    ///   - fallback: Answers in its place, and is told why. Its answer does not count as a success of the
    ///     service.
    /// - Returns: What the body or the fallback returns.
    /// - Throws: `CancellationError` where the caller was cancelled: nobody waits for a fallback then.
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
        core.answeredByFallback(method)
        return await fallback(failure)
    }
}
