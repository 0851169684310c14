#if Health
import Logging
import Service

extension PipelineCore {
    /// Runs an idempotent call through the stages from an index on, again and again while its failures allow it.
    func runRetrying(
        _ retry: Retry, _ inner: Int, _ context: CallContext, _ body: Body
    ) async -> CallEnd {
        var retried: [CallEnd] = []
        let end = await runRetrying(retry, inner, context, body, &retried)
        context.note(retried, besides: end)
        return end
    }

    /// - Parameter retried: Receives the failures after which there was another attempt.
    private func runRetrying(
        _ retry: Retry, _ inner: Int, _ context: CallContext, _ body: Body, _ retried: inout [CallEnd]
    ) async -> CallEnd {
        let outerLayer = RetryLayer.current
        var attempt = 1
        while true {
            let layer = RetryLayer()
            let end = await RetryLayer.$current.withValue(layer) { await run(inner, context, body) }
            let isRetriedFurtherIn = end.error.map(layer.gaveUp) ?? false
            layer.end()
            var waitAtLeast = Duration.zero
            switch end {
            case .returned, .cancelled: return end
            case .rejected:
                // The last real failure, if there is one. It was retried already.
                guard let last = retried.popLast() else { return end }
                if let failure = last.failure { outerLayer?.noteGivingUp(on: failure) }
                return last
            case .threw(_, let error, let errorClass):
                guard errorClass.mayBeRetried else { return end }
                waitAtLeast = Self.retryAfter(error)
            case .timedOut: break
            }
            // What was retried further in is not retried here as well.
            // A deadline of this layer is a failure of its own.
            if let error = end.error, isRetriedFurtherIn {
                outerLayer?.noteGivingUp(on: .failed(error))
                return end
            }
            switch retry.attemptFailed(
                attempt, waitAtLeast: waitAtLeast, at: clock.now, deadline: context.deadline?.instant)
            {
            case .giveUp(let reason):
                if let failure = end.failure, attempt > 1 || reason == .budgetSpent {
                    outerLayer?.noteGivingUp(on: failure)
                }
                return end
            case .retry(let delay):
                attempt += 1
                retried.append(end)
                context.history?.keepBeforeAnswer()
                noteRetry(attempt, after: delay, context)
                guard await pause(delay) else { return .cancelled }
            }
        }
    }

    private func noteRetry(_ attempt: Int, after delay: Duration, _ context: CallContext) {
        Logger.service.debug(
            "retry",
            metadata: ["service": "\(service)", "method": "\(context.method)", "attempt": "\(attempt)"])
        metrics?.metrics(for: context.method).retried()
        context.trace.retried(attempt, after: delay)
    }

    /// Waits before a retry. False where the caller was cancelled.
    private func pause(_ delay: Duration) async -> Bool {
        if delay > .zero {
            do { try await clock.sleep(until: clock.now.advanced(by: delay)) } catch { return false }
        }
        return !Task.isCancelled
    }

    /// How long the service asks callers to wait before they try again.
    private static func retryAfter(_ error: any Error) -> Duration {
        guard let described = error as? any FailureDescribing,
            case .unavailable(let retryAfter?) = described.failureKind
        else { return .zero }
        return max(.zero, retryAfter)
    }
}
#endif
