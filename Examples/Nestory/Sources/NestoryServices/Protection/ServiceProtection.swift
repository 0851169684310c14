import Inventory
import Logging
public import ServiceHealth

/// The protected calls of all services, made once for a program.
public final class ServiceProtection: Sendable {
    let health: ServiceHealthManager
    /// What every limit of time is based on.
    let clock: any Clock<Duration>
    /// What the inventory is asked.
    let reads: ResiliencePipeline
    /// What is changed in the inventory.
    let changes: ResiliencePipeline
    let currency: ResiliencePipeline
    /// Jobs and what is worked out from the inventory, see ``calls(_:)``.
    package let backup, notifications, export, report, analytics: ResiliencePipeline

    /// Prepares the calls.
    ///
    /// - Parameters:
    ///   - health: Where their health is recorded.
    ///   - policies: How they are protected.
    ///   - clock: What every limit of time is based on.
    public init(
        health: ServiceHealthManager, policies: ServicePolicies = ServicePolicies(),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        func calls(
            of service: ServiceID, _ classifier: ErrorClassifier = .standard, answeredBy kind: FallbackKind? = nil
        ) -> ResiliencePipeline {
            ResiliencePipeline(
                service: service, policy: policies[service], health: health, clock: clock, classifier: classifier,
                fallbackKind: kind)
        }
        self.health = health
        self.clock = clock
        reads = calls(of: .inventory, answeredBy: .cached)
        changes = calls(of: .inventoryChanges, .changes)
        currency = calls(of: .currency, answeredBy: .cached)
        backup = calls(of: .backup)
        notifications = calls(of: .notifications)
        export = calls(of: .export, .computed)
        report = calls(of: .report, .computed)
        analytics = calls(of: .analytics, .computed)
    }

    /// The calls of a service: of the inventory those that read, then those that change.
    ///
    /// - Returns: None where there is no such service.
    func calls(of service: ServiceID) -> [ResiliencePipeline] {
        if service == .inventory { return [reads, changes] }
        return [currency, backup, notifications, export, report, analytics].filter { $0.service == service }
    }

    /// Whether a service may still fail, as far as anybody knows.
    func doubts(_ service: ServiceID) -> Bool {
        calls(of: service).contains {
            $0.circuitState != .closed || health.state(of: $0.service)?.isHealthy == false
        }
    }

    /// Notes that people are told of a failure, and returns the error itself where there is one.
    func told(_ failure: CallFailure<any Error>, by calls: ResiliencePipeline) -> any Error {
        // Somebody answers, be it by a refusal in words: degraded, and not dead.
        if health.state(of: calls.service)?.isHealthy == false { health.notifyDegradedMode(service: calls.service) }
        guard case .failed(let error) = failure else { return failure }
        Logger.service.warning("call failed", metadata: ["service": "\(calls.service)", "error": "\(error)"])
        return error
    }
}
