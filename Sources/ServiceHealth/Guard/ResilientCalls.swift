#if Health
/// Makes the calls of a guard through a pipeline, and decides what callers get when a call does not succeed.
///
/// Guards that `@Resilient` from `ServiceMacros` generates use it, and so can one that is written by hand, see
/// ``ResilientGuard``. If a call does not succeed, the first rule that applies decides:
///
/// 1. A refusal, see ``ErrorClass/refusal``, is thrown unchanged. No fallback is called.
/// 2. A fallback answers; not if the caller was cancelled and the method can throw any error.
/// 3. A method that throws one type throws the error itself, or, if there was none, its `E(unanswered:)`.
/// 4. A method that throws any error throws `CancellationError` if the caller was cancelled, otherwise what `failures`
///    returns; without `failures` the error itself or, if there was none, the ``CallFailure``.
@frozen
public struct ResilientCalls: Sendable {
    /// Protects the calls.
    public let pipeline: ResiliencePipeline
    /// The pipeline's classifier with the refusals, if there are any.
    @usableFromInline let classifier: ErrorClassifier?
    @usableFromInline let failures: (@Sendable (CallFailure<any Error>) -> any Error)?

    /// Creates the calls of a guard.
    ///
    /// - Parameters:
    ///   - pipeline: Protects the calls. Its classifier decides about errors that are not `refusals`.
    ///   - refusals: Returns true for an error with which the service answers but declines: ``ErrorClass/refusal``. By
    ///     default, the pipeline's classifier alone decides.
    ///   - failures: Returns what a method throws that can throw any error. It is not asked about refusals and cancelled
    ///     calls. By default, methods throw the service's error, or the ``CallFailure`` if there was none.
    public init(
        _ pipeline: ResiliencePipeline, refusals: (@Sendable (any Error) -> Bool)? = nil,
        failures: (@Sendable (CallFailure<any Error>) -> any Error)? = nil
    ) {
        self.pipeline = pipeline
        classifier = refusals.map { refusals in pipeline.core.classifier.adding { refusals($0) ? .refusal : nil } }
        self.failures = failures
    }

    // MARK: Methods that throw any error

    /// Makes a call of a method that can throw any error.
    ///
    /// - Parameters:
    ///   - method: The name on metrics and logs.
    ///   - idempotent: Whether the call may be made again when it fails.
    ///   - body: The call.
    /// - Returns: What the body returns.
    /// - Throws: See the description of this type.
    @inlinable
    public func call<T: Sendable>(
        _ method: StaticString, idempotent: Bool, _ body: @Sendable () async throws -> T
    ) async throws -> T {
        switch await pipeline.outcome(of: method, idempotent: idempotent, classifier: classifier, body) {
        case .returned(let value): return value
        case .failed(let failure, let isRefusal): throw thrown(failure, isRefusal: isRefusal)
        }
    }

    /// Makes a call of a method that can throw any error, and answers with a fallback if it fails.
    ///
    /// - Parameters:
    ///   - method: The name on metrics and logs.
    ///   - idempotent: Whether the call may be made again when it fails.
    ///   - body: The call.
    ///   - fallback: Answers in its place. Its errors reach the caller.
    /// - Returns: What the body or the fallback returns.
    /// - Throws: A refusal, `CancellationError` if the caller was cancelled, or what the fallback throws.
    @inlinable
    public func call<T: Sendable>(
        _ method: StaticString, idempotent: Bool, _ body: @Sendable () async throws -> T,
        fallback: @Sendable () async throws -> T
    ) async throws -> T {
        switch await pipeline.outcome(of: method, idempotent: idempotent, classifier: classifier, body) {
        case .returned(let value): return value
        case .failed(.failed(let error), isRefusal: true): throw error
        case .failed(.cancelled, _): throw CancellationError()
        case .failed(let failure, _):
            // A rejected call was not waited for.
            if Task.isCancelled { throw CancellationError() }
            let value: T
            do { value = try await fallback() } catch {
                pipeline.core.replaced(failure, by: error)
                throw error
            }
            pipeline.core.answeredByFallback(method, for: failure)
            return value
        }
    }

    @usableFromInline
    func thrown(_ failure: CallFailure<any Error>, isRefusal: Bool) -> any Error {
        switch failure {
        case .cancelled: return CancellationError()
        case .failed(let error) where isRefusal: return error
        case .failed, .rejected, .timedOut: break
        }
        guard let failures else {
            if case .failed(let error) = failure { return error }
            return failure
        }
        let error = failures(failure)
        pipeline.core.replaced(failure, by: error)
        return error
    }

    // MARK: Methods that throw one type, or nothing

    /// Makes a call of a method that throws errors of one type.
    ///
    /// - Parameters:
    ///   - method: The name on metrics and logs.
    ///   - idempotent: Whether the call may be made again when it fails.
    ///   - body: The call.
    /// - Returns: What the body returns.
    /// - Throws: The body's error, or `E(unanswered:)` if the call was rejected, timed out or was cancelled.
    @inlinable
    public func callTyped<T: Sendable, E: CallFailureRepresentable>(
        _ method: StaticString, idempotent: Bool, _ body: @Sendable () async throws(E) -> T
    ) async throws(E) -> T {
        switch await pipeline.outcome(of: method, idempotent: idempotent, classifier: classifier, body) {
        case .returned(let value): return value
        case .failed(.failed(let error), _): throw error
        case .failed(.rejected(let rejection), _): throw E(unanswered: .rejected(rejection))
        case .failed(.cancelled, _): throw E(unanswered: .cancelled)
        case .failed(.timedOut(let limit), _):
            let failure = CallFailure<Never>.timedOut(limit)
            let error = E(unanswered: failure)
            pipeline.core.replaced(failure, by: error)
            throw error
        }
    }

    /// Makes a call of a method that throws errors of one type or none, and answers with a fallback if it fails.
    ///
    /// The fallback answers for cancelled calls as well: the method has no error for them.
    ///
    /// - Parameters:
    ///   - method: The name on metrics and logs.
    ///   - idempotent: Whether the call may be made again when it fails.
    ///   - body: The call.
    ///   - fallback: Answers in its place. Its errors reach the caller.
    /// - Returns: What the body or the fallback returns.
    /// - Throws: A refusal, or what the fallback throws.
    @inlinable
    public func callTyped<T: Sendable, E: Error>(
        _ method: StaticString, idempotent: Bool, _ body: @Sendable () async throws(E) -> T,
        fallback: @Sendable () async throws(E) -> T
    ) async throws(E) -> T {
        switch await pipeline.outcome(of: method, idempotent: idempotent, classifier: classifier, body) {
        case .returned(let value): return value
        case .failed(.failed(let error), isRefusal: true): throw error
        case .failed(let failure, _):
            let value: T
            do throws(E) { value = try await fallback() } catch {
                pipeline.core.replaced(failure, by: error)
                throw error
            }
            pipeline.core.answeredByFallback(method, for: failure)
            return value
        }
    }

    // MARK: Synchronous methods

    /// Makes a synchronous call unprotected, and records its outcome as the service's health.
    ///
    /// A refusal is recorded as a success. An ignored error is not recorded, and no error of a cancelled task. The circuit breaker is
    /// not involved.
    ///
    /// - Parameter body: The call.
    /// - Returns: What the body returns.
    /// - Throws: What the body throws.
    @inlinable
    public func record<T, E: Error>(_ body: () throws(E) -> T) throws(E) -> T {
        let value: T
        do throws(E) {
            value = try body()
        } catch {
            recordFailure(error)
            throw error
        }
        pipeline.core.health.recordSuccess(pipeline.core.record)
        return value
    }

    @usableFromInline
    func recordFailure(_ error: any Error) {
        // What a cancelled caller gets says nothing of the service.
        if Task.isCancelled { return }
        let core = pipeline.core
        switch (classifier ?? core.classifier)(error) {
        case .failure, .permanent: core.health.recordFailure(core.record, error: error)
        case .refusal: core.health.recordSuccess(core.record)
        case .ignored: break
        }
    }
}
#endif
