#if Health
#if Tracing
import Synchronization
import Tracing

/// The span of one protected call.
///
/// It names the outcome, the number of attempts and the type of the error, never what was sent or returned.
final class CallTrace: Sendable {
    private let span: any Span
    private let attempts = Atomic(0)

    private init(_ span: any Span) {
        self.span = span
    }

    /// Runs a call in a span of its own.
    ///
    /// - Parameters:
    ///   - service: The service that is called.
    ///   - method: The method that is called.
    ///   - describe: Tells what the call came to, and the error that the body threw.
    ///   - call: The call.
    static func run<End: Sendable>(
        _ service: ServiceID, _ method: StaticString,
        describing describe: (End) -> (outcome: PipelineMetrics.Outcome, error: (any Error)?),
        _ call: (CallTrace) async -> End
    ) async -> End {
        await withSpan("\(service).\(method)", ofKind: .client) { span in
            let trace = CallTrace(span)
            let end = await call(trace)
            let (outcome, error) = describe(end)
            trace.finish(outcome, error)
            return end
        }
    }

    /// The body runs.
    func attempted() { attempts.add(1, ordering: .relaxed) }

    /// The call is made again after a failure.
    func retried(_ attempt: Int, after delay: Duration) {
        span.addEvent(
            SpanEvent(name: "retry", attributes: ["attempt": .int64(Int64(attempt)), "delay": .string("\(delay)")]))
    }

    /// The call is made again beside an attempt that takes long.
    func hedged(_ attempt: Int) {
        span.addEvent(SpanEvent(name: "hedge", attributes: ["attempt": .int64(Int64(attempt))]))
    }

    /// An attempt was not made.
    func rejected(_ rejection: Rejection) {
        span.addEvent(SpanEvent(name: "rejection", attributes: ["reason": .string(rejection.reason)]))
    }

    private func finish(_ outcome: PipelineMetrics.Outcome, _ error: (any Error)?) {
        span.attributes["outcome"] = outcome.rawValue
        span.attributes["attempts"] = attempts.load(ordering: .relaxed)
        if let error { span.attributes["error.type"] = "\(type(of: error))" }
        switch outcome {
        case .failed, .timedOut, .rejected: span.setStatus(SpanStatus(code: .error))
        case .success, .refused, .ignored, .cancelled: break
        }
    }
}

extension Rejection {
    fileprivate var reason: String {
        switch self {
        case .circuitOpen: "circuit open"
        case .isolated: "isolated"
        case .bulkheadFull: "bulkhead full"
        case .rateLimited: "rate limited"
        }
    }
}
#else
/// What the span of a protected call would be told with the trait `Tracing`.
struct CallTrace: Sendable {
    @inline(__always)
    static func run<End: Sendable>(
        _ service: ServiceID, _ method: StaticString,
        describing describe: (End) -> (outcome: PipelineMetrics.Outcome, error: (any Error)?),
        _ call: (CallTrace) async -> End
    ) async -> End {
        await call(CallTrace())
    }

    @inline(__always) func attempted() {}
    @inline(__always) func retried(_ attempt: Int, after delay: Duration) {}
    @inline(__always) func hedged(_ attempt: Int) {}
    @inline(__always) func rejected(_ rejection: Rejection) {}
}
#endif
#endif
