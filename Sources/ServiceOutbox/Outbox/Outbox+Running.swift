#if OUTBOX
public import ServiceHealth

extension Outbox {
    /// Delivers the kept changes until the task is cancelled or the outbox is closed, then returns without an error.
    ///
    /// If another outbox of the file delivers, this one waits, and takes over within ``OutboxPolicy/look`` when that one ends or
    /// its process dies. When cancelled, it cancels the handler, waits up to a second for its answer, and records that. A handler
    /// that takes longer goes on; its answer is recorded when it comes, and nobody else delivers until then.
    ///
    /// - Throws: ``OutboxError/gone``, ``OutboxError/tooNew``, ``OutboxError/damaged(details:)``, ``OutboxError/noAccess(details:)`` and
    ///   ``OutboxError/failed(details:)``; show them as the outbox's health. Another process that is writing and a full disk do not
    ///   end it.
    public func run() async throws(OutboxError) {
        try await deliverer.run()
    }

    /// Delivers as ``run()`` does, and attempts everything at once when a service becomes healthy, also if that was between two
    /// runs.
    ///
    /// - Parameters:
    ///   - service: The service that the handler calls.
    ///   - health: What knows the service's health.
    /// - Throws: As ``run()`` does.
    public func run(
        recovering service: ServiceID, health: ServiceHealthManager = .shared
    ) async throws(OutboxError) {
        let transitions = health.transitions
        let listener = Task { [deliverer] in
            // A service that is first seen with a failure is healthy still, and has not recovered.
            for await transition in transitions
            where transition.service == service && transition.to.isHealthy && transition.to.consecutiveFailures == 0 {
                deliverer.recovered()
            }
        }
        defer { listener.cancel() }
        // Nobody listened before.
        if let state = health.state(of: service), state.isHealthy, state.consecutiveFailures == 0 {
            deliverer.recovered()
        }
        try await run()
    }
}
#endif
