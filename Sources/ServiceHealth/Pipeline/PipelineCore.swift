#if Health
import Logging
public import Synchronization

/// What the copies of a pipeline share.
@usableFromInline
final class PipelineCore: Sendable {
    /// One protection, outermost first, with its state.
    enum Stage: Sendable {
        case timeout(Duration)
        case retry(Retry)
        case hedging(HedgingPolicy)
        case breaker
        case rateLimit(RateLimiter)
        case bulkhead(Bulkhead)
    }

    /// Whether a call meets nothing but the circuit breaker and perhaps a rate limit, and can be made without leaving the caller's
    /// code.
    @usableFromInline let isDirect: Atomic<Bool>
    @usableFromInline let breaker: CircuitBreaker
    /// The rate limit that a direct call meets, if any.
    @usableFromInline let directLimiter: RateLimiter?
    @usableFromInline let health: ServiceHealthManager
    @usableFromInline let record: HealthRecord
    let clock: MonotonicClock

    let service: ServiceID
    let classifier: ErrorClassifier
    /// What the fallbacks of the calls can do, if the pipeline says.
    let fallbackKind: FallbackKind?
    let stages: [Stage]
    let injector: FaultInjector
    let metrics: PipelineMetrics?
    /// Whether a call is direct where no fault is injected.
    private let isDirectWithoutFaults: Bool

    init(
        service: ServiceID, stages: [ResilienceStage], validate: () throws(InvalidPolicy) -> Void,
        health: ServiceHealthManager,
        clock: any Clock<Duration>, seed: UInt64?, classifier: ErrorClassifier,
        fallbackKind: FallbackKind?
    ) {
        do {
            try validate()
        } catch {
            // Logged too, because a release build does not print what a precondition says.
            let message = "ResiliencePipeline for '\(service)': \(error)"
            Logger.service.critical("\(message)")
            preconditionFailure(message)
        }
        let clock = MonotonicClock(clock)
        var seeds = SeededGenerator(seed: seed)
        let metrics = PipelineMetrics(service: service, stages: Set(stages.map(\.kind)))
        let breakerIndex = stages.firstIndex { if case .circuitBreaker = $0 { true } else { false } }
        var breakerPolicy: CircuitBreakerPolicy?
        var built: [Stage] = []
        for stage in stages {
            switch stage {
            case .timeout(let limit): built.append(.timeout(limit))
            case .retry(let policy): built.append(.retry(Retry(policy: policy, seed: seeds.next())))
            case .hedging(let policy): built.append(.hedging(policy))
            case .rateLimit(let policy): built.append(.rateLimit(RateLimiter(policy: policy, clock: clock)))
            case .bulkhead(let policy): built.append(.bulkhead(Bulkhead(policy: policy)))
            case .circuitBreaker(let policy):
                breakerPolicy = policy
                built.append(.breaker)
            }
        }
        if breakerIndex == nil {
            // Without a policy it still opens by hand, and it is where health is recorded: outside what rejects calls.
            let index = built.firstIndex { stage in
                switch stage {
                case .rateLimit, .bulkhead: true
                case .timeout, .retry, .hedging, .breaker: false
                }
            }
            built.insert(.breaker, at: index ?? built.count)
        }
        let timeoutsWithin = stages.suffix(from: breakerIndex.map { $0 + 1 } ?? stages.endIndex).compactMap {
            stage in
            if case .timeout(let limit) = stage { limit } else { nil }
        }
        self.service = service
        self.classifier = classifier
        self.fallbackKind = fallbackKind
        self.stages = built
        self.health = health
        self.clock = clock
        self.metrics = metrics
        let record = health.record(for: service)
        self.record = record
        injector = FaultInjector(seed: seeds.next())
        breaker = CircuitBreaker(
            service: service, policy: breakerPolicy,
            probeLease: max(.seconds(30), timeoutsWithin.min() ?? .zero),
            clock: clock, seed: seeds.next(),
            onChange: { [record] _ in
                if let metrics { record.tellCircuits(metrics.circuitsChanged) }
                health.circuitChanged()
            })
        record.add(breaker)
        if let metrics { record.tellCircuits(metrics.circuitsChanged) }
        if built.count == 2, case .breaker = built[0], case .rateLimit(let limiter) = built[1] {
            directLimiter = limiter
        } else {
            directLimiter = nil
        }
        #if Tracing
        // Each call is a span, which the stages start.
        isDirectWithoutFaults = false
        #else
        isDirectWithoutFaults = (built.count == 1 || directLimiter != nil) && metrics == nil
        #endif
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
        let generation = breaker.recordSuccess(permit, since: start)
        // Known to be no news, as nearly always.
        if generation != 0, record.successIsNews.load(ordering: .relaxed) { healed(in: generation) }
    }

    /// Tells the manager of a success, unless a transition of the circuit comes before it learns of that.
    @usableFromInline
    func healed(in generation: UInt64) {
        health.recordNews(record) { [breaker] in breaker.isLatest(generation) }
    }

    /// Records what the circuit breaker let through and what threw an error that is not classified yet.
    ///
    /// - Returns: Whether the error is a refusal.
    @usableFromInline
    func threw(
        _ error: any Error, _ permit: CircuitPermit, since start: MonotonicInstant, _ method: StaticString,
        _ classifier: ErrorClassifier?
    ) -> Bool {
        let errorClass = classify(error, method, classifier ?? self.classifier)
        threw(error, errorClass, permit, since: start)
        return errorClass == .refusal
    }

    func threw(
        _ error: any Error, _ errorClass: ErrorClass, _ permit: CircuitPermit, since start: MonotonicInstant
    ) {
        switch errorClass {
        case .failure, .permanent: failed(permit, since: start, error)
        case .refusal: succeeded(permit, since: start)
        case .ignored: breaker.release(permit)
        }
    }

    func failed(_ permit: CircuitPermit, since start: MonotonicInstant, _ error: any Error) {
        let generation = breaker.recordFailure(permit, since: start)
        // An open circuit agrees with a failure, however late. One that has closed since knows better.
        health.recordFailure(record, error: error) { [breaker] in breaker.hasClosed(after: generation) }
    }

    /// Asks for the class of an error, and logs one that is not the usual.
    func classify(_ error: any Error, _ method: StaticString, _ classifier: ErrorClassifier) -> ErrorClass {
        let errorClass = classifier(error)
        if errorClass != .failure {
            Logger.service.debug(
                "error classified",
                metadata: [
                    "service": "\(service)", "method": "\(method)", "class": "\(errorClass)",
                    "error": "\(type(of: error))",
                ])
        }
        return errorClass
    }
}

extension PipelineCore {
    /// A fallback answered for a failure.
    @usableFromInline
    func answeredByFallback(_ method: StaticString, for failure: any Error) {
        RetryLayer.current?.forgive(failure)
        if let fallbackKind { health.answeredByFallback(record, fallbackKind) }
        metrics?.metrics(for: method).answeredByFallback()
    }

    /// The caller gets another error than the call failed with. It was retried as often as that.
    @usableFromInline
    func replaced(_ failure: any Error, by error: any Error) {
        RetryLayer.current?.replace(failure, by: error)
    }
}
#endif
