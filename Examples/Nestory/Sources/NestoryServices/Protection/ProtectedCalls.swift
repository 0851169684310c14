import Inventory
import Logging
import ServiceHealth
import Synchronization

/// The protected calls of one service, or of one group of its methods, and why the last one failed.
public final class ProtectedCalls: Sendable {
    /// What a call came to that the service did as it should: also a refusal is an answer.
    private enum Answer<Value: Sendable>: Sendable {
        case value(Value)
        case refusal(any Error)
    }

    let pipeline: ResiliencePipeline
    private let health: ServiceHealthManager
    private let failure = Mutex<(any Error)?>(nil)

    init(
        _ service: ServiceID, _ policy: ResiliencePolicy, health: ServiceHealthManager,
        clock: any Clock<Duration>
    ) {
        self.health = health
        pipeline = ResiliencePipeline(service: service, policy: policy, health: health, clock: clock)
    }

    /// Why the last call that failed did so; nil while none has, and after one that did not.
    public var lastFailure: (any Error)? { failure.withLock { $0 } }

    /// Remembers why the service could not even be made.
    public func remember(_ error: any Error) { failure.withLock { $0 = error } }

    /// Whether the service counts as degraded.
    public var isDegraded: Bool { health.serviceStates[pipeline.service]?.isHealthy == false }

    /// Whether calls are refused without being made.
    var isRefusing: Bool { pipeline.circuitState != .closed }

    /// Makes a call.
    ///
    /// - Parameters:
    ///   - method: The name on metrics and logs.
    ///   - isRefusal: Says which errors are the caller's doing. They are thrown as they are, and the call counts
    ///     as a success.
    ///   - body: The call.
    /// - Throws: `CancellationError` where the caller was cancelled, what the body threw, or the
    ///   `CallFailure` of a call that was not made or took too long.
    func call<Value: Sendable>(
        _ method: StaticString, refusals isRefusal: @Sendable (any Error) -> Bool = { _ in false },
        _ body: @Sendable () async throws -> Value
    ) async throws -> Value {
        let answer: Answer<Value>
        do throws(CallFailure<any Error>) {
            answer = try await pipeline.call(method) {
                do {
                    return .value(try await body())
                } catch  where isRefusal(error) {
                    return .refusal(error)
                }
            }
        } catch {
            throw noted(error)
        }
        failure.withLock { $0 = nil }
        switch answer {
        case .value(let value): return value
        case .refusal(let error): throw error
        }
    }

    /// Notes that a call failed, and returns what to throw.
    private func noted(_ failure: CallFailure<any Error>) -> any Error {
        // Somebody answers, be it by a refusal in words: degraded, and not dead.
        if isDegraded { health.notifyDegradedMode(service: pipeline.service) }
        switch failure {
        case .cancelled:
            return CancellationError()
        case .rejected:
            return failure
        case .timedOut:
            self.failure.withLock { $0 = failure }
            return failure
        case .failed(let error):
            self.failure.withLock { $0 = error }
            Logger.service.warning(
                "call failed", metadata: ["service": "\(pipeline.service)", "error": "\(error)"])
            return error
        }
    }
}
