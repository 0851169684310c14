#if Health
/// Protects the calls of one service, or of one group of its methods.
///
/// ```swift
/// let pipeline = ResiliencePipeline(service: .rates, policy: .server)
/// let rates = try await pipeline.call(idempotent: true) { try await client.fetchRates() }
/// ```
///
/// From the outside in: fallback, total timeout, retry, hedging, circuit breaker, rate limit, bulkhead, attempt timeout,
/// fault injection, call. What a call comes to is recorded as the service's health.
///
/// A pipeline has its own state, which its copies share. Keep one for as long as the service, never one per
/// call; and never one for two services, whose failures would count together.
///
/// - Important: A timeout cancels the work and waits for its end, and the work keeps its slot in the bulkhead
///   until then. Work that ignores cancellation takes as long as it takes.
/// - Note: Metrics are made with the factory that is installed when the pipeline is made.
public struct ResiliencePipeline: Sendable {
    @usableFromInline let core: PipelineCore

    /// Makes a pipeline with the stages in the standard order.
    ///
    /// - Parameters:
    ///   - service: The service whose health the calls are recorded for.
    ///   - policy: How the calls are protected.
    ///   - health: Where health is recorded.
    ///   - clock: What every time and every wait is based on.
    ///   - seed: Makes jitter and fault injection repeatable.
    ///   - classifier: Decides which errors count against the service and which may be retried.
    ///   - fallbackKind: What the fallbacks of the calls can do. A degraded service whose calls a fallback answers then
    ///     warns on the health report, and does not fail it.
    /// - Precondition: ``ResiliencePolicy/validate()`` accepts the policy.
    public init(
        service: ServiceID, policy: ResiliencePolicy, health: ServiceHealthManager = .shared,
        clock: any Clock<Duration> = ContinuousClock(), seed: UInt64? = nil,
        classifier: ErrorClassifier = .standard, fallbackKind: FallbackKind? = nil
    ) {
        core = PipelineCore(
            service: service, stages: policy.stages, validate: policy.validate, health: health, clock: clock,
            seed: seed,
            classifier: classifier, fallbackKind: fallbackKind)
    }

    /// Makes a pipeline with the stages in an order of its own.
    ///
    /// Where there are several timeouts, the nearest deadline holds. Injected faults are always next to the
    /// call.
    ///
    /// - Parameters:
    ///   - service: The service whose health the calls are recorded for.
    ///   - stages: The stages, from the outside in.
    ///   - health: Where health is recorded: at the circuit breaker, or where there is none, at the call or
    ///     around the bulkhead.
    ///   - clock: What every time and every wait is based on.
    ///   - seed: Makes jitter and fault injection repeatable.
    ///   - classifier: Decides which errors count against the service and which may be retried.
    ///   - fallbackKind: What the fallbacks of the calls can do. A degraded service whose calls a fallback answers then
    ///     warns on the health report, and does not fail it.
    /// - Precondition: ``ResilienceStage/validate(_:)`` accepts the stages.
    public init(
        service: ServiceID, outermostFirst stages: [ResilienceStage], health: ServiceHealthManager = .shared,
        clock: any Clock<Duration> = ContinuousClock(), seed: UInt64? = nil,
        classifier: ErrorClassifier = .standard, fallbackKind: FallbackKind? = nil
    ) {
        core = PipelineCore(
            service: service, stages: stages,
            validate: { () throws(InvalidPolicy) in try ResilienceStage.validate(stages) }, health: health,
            clock: clock, seed: seed,
            classifier: classifier, fallbackKind: fallbackKind)
    }

    /// The service whose calls are protected.
    public var service: ServiceID { core.service }

    /// Whether calls go through now. An open circuit says so until a call finds that its time is over.
    public var circuitState: CircuitState { core.breaker.state }

    /// Opens the circuit by hand: calls are rejected until ``close()``.
    public func isolate() { core.breaker.isolate() }

    /// Closes the circuit and forgets what it counted.
    public func close() { core.breaker.close() }

    /// Puts faults into the calls from now on, in place of those injected before.
    ///
    /// - Parameter faults: The faults, each drawn anew for every attempt; none to make calls as usual.
    public func inject(_ faults: [Fault]) { core.inject(faults) }
}
#endif
