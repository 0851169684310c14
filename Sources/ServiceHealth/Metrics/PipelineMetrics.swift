#if Health
import CoreMetrics
import Metrics
@_spi(Lock) import Service

/// The metrics of one pipeline, each made once.
///
/// The labels are the service, the methods as written in the source, and a handful of outcomes: their number
/// does not grow with use.
final class PipelineMetrics: Sendable {
    /// What a call came to, in the words of the label `outcome`.
    enum Outcome: String, CaseIterable {
        case success, failed, refused, ignored, rejected, timedOut = "timed_out", cancelled
    }

    /// The metrics of one method.
    final class Method: Sendable {
        private let retries: Counter
        private let fallbacks: Counter
        /// Nil where the pipeline has no such stage.
        private let hedges: Counter?
        private let rateLimitedCalls: Counter?
        private let calls: [Outcome: Counter]
        private let duration: Timer

        init(service: ServiceID, method: String, stages: Set<StageKind>, factory: any MetricsFactory) {
            let labels = [("service", service.rawValue), ("method", method)]
            retries = Counter(label: "service_health_retries_total", dimensions: labels, factory: factory)
            fallbacks = Counter(label: "service_health_fallbacks_total", dimensions: labels, factory: factory)
            func counter(_ label: String, for stage: StageKind) -> Counter? {
                guard stages.contains(stage) else { return nil }
                return Counter(label: label, dimensions: labels, factory: factory)
            }
            hedges = counter("service_health_hedges_total", for: .hedging)
            rateLimitedCalls = counter("service_health_rate_limited_total", for: .rateLimit)
            duration = Timer(
                label: "service_health_call_duration_seconds", dimensions: labels,
                preferredDisplayUnit: .seconds,
                factory: factory)
            calls = Dictionary(
                uniqueKeysWithValues: Outcome.allCases.map { outcome in
                    let labels = labels + [("outcome", outcome.rawValue)]
                    return (
                        outcome,
                        Counter(label: "service_health_calls_total", dimensions: labels, factory: factory)
                    )
                })
        }

        func retried() { retries.increment() }

        /// An attempt was started beside another one, or after it.
        func hedged() { hedges?.increment() }

        /// A call was rejected because there was no permit.
        func rateLimited() { rateLimitedCalls?.increment() }

        func answeredByFallback() { fallbacks.increment() }

        func finished(_ outcome: Outcome, took duration: Duration) {
            calls[outcome]?.increment()
            self.duration.recordNanoseconds(duration.saturatedNanoseconds)
        }
    }

    private let service: ServiceID
    private let stages: Set<StageKind>
    private let factory: any MetricsFactory
    private let circuitState: Gauge
    private let methods = Lock<[String: Method]>([:])

    /// Nil where no metrics backend is installed: a call does not even read the time for it then.
    init?(
        service: ServiceID, stages: Set<StageKind>, factory: any MetricsFactory = MetricsSystem.factory
    ) {
        guard !(factory is NOOPMetricsHandler) else { return nil }
        self.service = service
        self.stages = stages
        self.factory = factory
        circuitState = Gauge(
            label: "service_health_circuit_state", dimensions: [("service", service.rawValue)],
            factory: factory)
    }

    func metrics(for method: StaticString) -> Method {
        let name = method.description
        if let known = methods.withLock({ $0[name] }) { return known }
        // Made outside the lock, because a metrics backend is not ours.
        let made = Method(service: service, method: name, stages: stages, factory: factory)
        return methods.withLock { methods in
            if let known = methods[name] { return known }
            methods[name] = made
            return made
        }
    }

    /// Records the state of the service's worst circuit: zero is closed, one is half-open, two is open.
    ///
    /// - Parameter tries: When the circuits that are not closed are tried again.
    func circuitsChanged(to tries: [NextTry]) {
        circuitState.record(tries.isEmpty ? 0 : tries.allSatisfy { $0 == .withNextCall } ? 1 : 2)
    }
}
#endif
