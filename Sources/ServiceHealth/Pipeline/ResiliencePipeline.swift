#if Health
/// Protects the calls of one service, or of one group of its methods.
///
/// ```swift
/// let pipeline = ResiliencePipeline(service: .rates, policy: .server)
/// let rates = try await pipeline.call(idempotent: true) { try await client.fetchRates() }
/// ```
///
/// From the outside in: fallback, total timeout, retry, hedging, circuit breaker, rate limit, bulkhead, attempt
/// timeout, fault injection, call. The outcome of each call is recorded as the service's health.
///
/// A pipeline has state, which its copies share. Keep one for as long as the service exists. Do not create one per
/// call, and do not share one between two services, whose failures would count together.
///
/// - Important: A timeout cancels the work and waits for its end, and the work keeps its slot in the bulkhead
///   until then. Work that ignores cancellation takes as long as it takes.
/// - Note: Metrics use the factory that is installed when the pipeline is created.
public struct ResiliencePipeline: Sendable {
    @usableFromInline let core: PipelineCore

    /// Creates a pipeline with the stages in the standard order.
    ///
    /// - Parameters:
    ///   - service: The service whose health the calls are recorded for.
    ///   - policy: How the calls are protected.
    ///   - health: Where health is recorded.
    ///   - clock: The clock for all times and waits.
    ///   - seed: Makes jitter and fault injection repeatable.
    ///   - classifier: Decides which errors count against the service and which may be retried.
    ///   - fallbackKind: What the fallbacks of the calls can do. With it, a degraded service whose calls a fallback
    ///     answers is a warning on the health report, not a failure.
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

    /// Creates a pipeline with the stages in an order of your own.
    ///
    /// If there are several timeouts, the nearest deadline applies. Injected faults are always next to the call.
    ///
    /// - Parameters:
    ///   - service: The service whose health the calls are recorded for.
    ///   - stages: The stages, from the outside in.
    ///   - health: Where health is recorded: at the circuit breaker or, if there is none, at the call or around the
    ///     bulkhead.
    ///   - clock: The clock for all times and waits.
    ///   - seed: Makes jitter and fault injection repeatable.
    ///   - classifier: Decides which errors count against the service and which may be retried.
    ///   - fallbackKind: What the fallbacks of the calls can do. With it, a degraded service whose calls a fallback
    ///     answers is a warning on the health report, not a failure.
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

    /// Whether calls go through now. A circuit whose open time has ended stays `open` until the next call.
    public var circuitState: CircuitState { core.breaker.state }

    /// Opens the circuit by hand: calls are rejected until ``close()``.
    public func isolate() { core.breaker.isolate() }

    /// Closes the circuit and forgets what it counted.
    public func close() { core.breaker.close() }

    /// Injects faults into the calls from now on, replacing those injected before.
    ///
    /// - Parameter faults: The faults, drawn separately for every attempt; an empty list makes calls as usual.
    public func inject(_ faults: [Fault]) { core.inject(faults) }
}
#endif
