#if OUTBOX
import ServiceHealth

extension OutboxDelivery {
    /// Lets a handler deliver the change, once.
    ///
    /// - Throws: What the handler throws: ``DeliveryFailure/unknown(_:retryAfter:)`` instead of
    ///   ``DeliveryFailure/unavailable(_:retryAfter:)`` if it made a call with several attempts, and an earlier one may have made
    ///   the change.
    func attempt(
        by handler: @Sendable (OutboxDelivery) async throws(DeliveryFailure) -> Void
    ) async throws(DeliveryFailure) {
        let history = AttemptHistory()
        let result: Result<Void, DeliveryFailure> = await AttemptHistory.$current.withValue(history) {
            do throws(DeliveryFailure) { return .success(try await handler(self)) } catch { return .failure(error) }
        }
        defer { history.end() }
        // What the handler has not sorted: a failure that it threw itself says what it means. It may have taken the answer of its
        // last call for one.
        do { try result.get() } catch {
            throw error.after(history.take(isAnswerRefused: true)) { $0 as? DeliveryFailure }
        }
    }
}
#endif
