import Logging
public import Synchronization

/// What the copies of a pipeline share.
@usableFromInline
final class PipelineCore: Sendable {
    /// One protection, outermost first, with its state.
    enum Stage: Sendable {
        case timeout(Duration)
        case retry(Retry)
        case breaker
        case bulkhead(Bulkhead)
    }

    /// Whether a call meets nothing but the circuit breaker, and can be made without leaving the caller's
    /// code.
    @usableFromInline let isDirect: Atomic<Bool>
    @usableFromInline let breaker: CircuitBreaker
    @usableFromInline let health: ServiceHealthManager
    @usableFromInline let record: HealthRecord
    let clock: MonotonicClock

    let service: ServiceID
    let stages: [Stage]
    let injector: FaultInjector
    let metrics: PipelineMetrics?
    /// Whether a call is direct where no fault is injected.
    private let isDirectWithoutFaults: Bool

    init(
        service: ServiceID, stages: [ResilienceStage], health: ServiceHealthManager,
        clock: any Clock<Duration>,
        seed: UInt64?
    ) {
        do {
            try ResilienceStage.validate(stages)
        } catch {
            // Logged too, because a release build does not print what a precondition says.
            let message = "ResiliencePipeline for '\(service)': \(error)"
            Logger.service.critical("\(message)")
            preconditionFailure(message)
        }
        let clock = MonotonicClock(clock)
        var seeds = SeededGenerator(seed: seed)
        let metrics = PipelineMetrics(service: service)
        let breakerIndex = stages.firstIndex { if case .circuitBreaker = $0 { true } else { false } }
        var breakerPolicy: CircuitBreakerPolicy?
        var built: [Stage] = []
        for stage in stages {
            switch stage {
            case .timeout(let limit): built.append(.timeout(limit))
            case .retry(let policy): built.append(.retry(Retry(policy: policy, seed: seeds.next())))
            case .bulkhead(let policy): built.append(.bulkhead(Bulkhead(policy: policy)))
            case .circuitBreaker(let policy):
                breakerPolicy = policy
                built.append(.breaker)
            }
        }
        if breakerIndex == nil {
            // Without a policy it still opens by hand, and it is where health is recorded: outside the
            // bulkhead.
            let index = built.firstIndex { if case .bulkhead = $0 { true } else { false } }
            built.insert(.breaker, at: index ?? built.count)
        }
        let timeoutsWithin = stages.suffix(from: breakerIndex.map { $0 + 1 } ?? stages.endIndex).compactMap {
            stage in
            if case .timeout(let limit) = stage { limit } else { nil }
        }
        self.service = service
        self.stages = built
        self.health = health
        self.clock = clock
        self.metrics = metrics
        record = health.record(for: service)
        injector = FaultInjector(seed: seeds.next())
        breaker = CircuitBreaker(
            service: service, policy: breakerPolicy,
            probeLease: max(.seconds(30), timeoutsWithin.min() ?? .zero),
            clock: clock, seed: seeds.next(), onChange: { state in metrics?.circuitChanged(to: state) })
        isDirectWithoutFaults = built.count == 1 && metrics == nil
        isDirect = Atomic(isDirectWithoutFaults)
    }

    func inject(_ faults: [Fault]) {
        injector.replace(faults)
        isDirect.store(isDirectWithoutFaults && faults.isEmpty, ordering: .relaxed)
    }
}

// MARK: - Outcomes of what the circuit breaker let through

extension PipelineCore {
    @inlinable
    @inline(__always)
    func succeeded(_ permit: CircuitPermit, since start: MonotonicInstant) {
        breaker.recordSuccess(permit, since: start)
        health.recordSuccess(record)
    }

    /// Records that what the circuit breaker let through failed.
    @usableFromInline
    func failed(_ permit: CircuitPermit, since start: MonotonicInstant, _ error: any Error) {
        breaker.recordFailure(permit, since: start)
        health.recordFailure(record, error: error)
    }
}

extension PipelineCore {
    @usableFromInline
    func answeredByFallback(_ method: StaticString) {
        RetryLayer.current?.forgive()
        metrics?.metrics(for: method).answeredByFallback()
    }
}
