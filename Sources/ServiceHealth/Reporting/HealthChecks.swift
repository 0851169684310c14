#if Health
import CoreMetrics
import Logging
import Metrics
@_spi(Lock) import Service

/// Runs checks of whether a program works, and reports their results with the health of its services.
///
/// ```swift
/// let checks = HealthChecks()
/// checks.register("database") {
///     try await database.ping()
///     return HealthCheckResult(.pass)
/// }
/// let report = await checks.report(.readiness)
/// ```
///
/// A liveness report runs only what was registered for liveness, and ignores services: a program must not be restarted
/// because something it depends on is down.
public final class HealthChecks: Sendable {
    /// The question that a report answers.
    public enum Kind: String, Sendable, Codable, CaseIterable {
        /// Whether the process works at all, or should be restarted.
        case liveness
        /// Whether it can take requests.
        case readiness
        /// Whether it has started.
        case startup
    }

    private struct Registration {
        let kinds: Set<Kind>
        let isCritical: Bool
        let runner: HealthCheckRunner
        let gauge: Gauge
    }

    private let health: ServiceHealthManager
    private let clock: MonotonicClock
    private let registrations = Lock<[String: Registration]>([:])

    /// Creates a collection without checks.
    ///
    /// - Parameters:
    ///   - health: Where the health of services is read.
    ///   - clock: The clock for timeouts and caching.
    public init(health: ServiceHealthManager = .shared, clock: any Clock<Duration> = ContinuousClock()) {
        self.health = health
        self.clock = MonotonicClock(clock)
    }

    /// Adds a check, replacing one with the same name.
    ///
    /// - Parameters:
    ///   - name: The name in reports and on metrics.
    ///   - kinds: The reports that run it.
    ///   - critical: Whether its failure fails the whole report; otherwise it is a warning.
    ///   - timeout: The time after which it counts as failed. It is then cancelled and not awaited.
    ///   - cacheFor: How long a result is reused, including that of a failure.
    ///   - check: The check. It fails if it throws. It runs in the environment in which the report is asked for.
    public func register(
        _ name: String, kinds: Set<Kind> = [.readiness], critical: Bool = true,
        timeout: Duration = .seconds(5),
        cacheFor: Duration = .seconds(1), check: @escaping @Sendable () async throws -> HealthCheckResult
    ) {
        let registration = Registration(
            kinds: kinds, isCritical: critical,
            runner: HealthCheckRunner(
                name: name, timeout: timeout, cacheFor: cacheFor, clock: clock, check: check),
            gauge: Gauge(label: "service_health_check_status", dimensions: [("check", name)]))
        // The check owns what it captured: what is replaced goes after unlocking.
        let replaced = registrations.withLock { $0.updateValue(registration, forKey: name) }
        withExtendedLifetime(replaced) {}
    }

    /// Runs the checks of one kind at the same time, and reports their results.
    ///
    /// Concurrent reports share one run of a check. Readiness and startup also report every service that the manager
    /// has seen: a degraded one is a warning while a fallback answers, and a failure otherwise.
    ///
    /// - Parameter kind: The kind of the checks to run.
    /// - Returns: All results; the worst of them is the report's ``HealthReport/status``.
    public func report(_ kind: Kind) async -> HealthReport {
        let wanted = registrations.withLock { $0.filter { $0.value.kinds.contains(kind) } }
        var entries = await withTaskGroup(of: HealthReport.Entry.self) { group in
            for (name, registration) in wanted {
                group.addTask { [clock] in
                    let finding = await registration.runner.finding()
                    let result = finding.result
                    let status = registration.isCritical ? result.status : min(result.status, .warn)
                    registration.gauge.record(status.gaugeValue)
                    return HealthReport.Entry(
                        name: name, subject: .check, status: status, detail: result.detail, fallbackKind: nil,
                        time: clock.date(of: finding.time))
                }
            }
            var entries: [HealthReport.Entry] = []
            for await entry in group { entries.append(entry) }
            return entries
        }
        if kind != .liveness { entries += serviceEntries() }
        entries.sort { ($0.subject.rawValue, $0.name) < ($1.subject.rawValue, $1.name) }
        return HealthReport(kind: kind, entries: entries)
    }

    private func serviceEntries() -> [HealthReport.Entry] {
        let now = clock.date(of: clock.now)
        return health.serviceStates.map { service, state in
            let status: HealthCheckResult.Status =
                state.isHealthy ? .pass : state.source == .fallback ? .warn : .fail
            return HealthReport.Entry(
                name: service.rawValue, subject: .service, status: status,
                detail: state.isHealthy ? nil : health.statusMessage(for: service),
                fallbackKind: state.fallbackKind,
                time: now)
        }
    }
}

extension HealthCheckResult.Status {
    /// What the metric shows: one for a pass, a half for a warning, zero for a failure.
    var gaugeValue: Double {
        switch self {
        case .pass: 1
        case .warn: 0.5
        case .fail: 0
        }
    }
}
#endif
