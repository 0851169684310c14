#if Health
import Foundation
import Service
import ServiceHealth
import ServiceTesting
import Testing

@Suite struct HealthChecksTests {
    let clock = ManualClock()
    let health: ServiceHealthManager
    let checks: HealthChecks

    init() {
        health = ServiceHealthManager(clock: clock)
        checks = HealthChecks(health: health, clock: clock)
    }

    /// Registers a check when it goes.
    private final class Parting: Sendable {
        let checks: HealthChecks
        init(_ checks: HealthChecks) { self.checks = checks }
        deinit { checks.register("after it") { HealthCheckResult(.pass) } }
    }

    @Test func `a check that is replaced may register another when it goes`() async {
        checks.register("database") { [parting = Parting(checks)] in
            withExtendedLifetime(parting) { HealthCheckResult(.fail) }
        }
        checks.register("database") { HealthCheckResult(.pass) }
        let report = await checks.report(.readiness)
        #expect(report.entries.map(\.name) == ["after it", "database"])
        #expect(report.status == .pass)
    }

    @Test func `a check has the environment in which the report is asked for`() async {
        checks.register("environment") { HealthCheckResult(.pass, detail: ServiceEnv.current.name) }
        let report = await ServiceEnv.$current.withValue(ServiceEnv(name: "reporting")) {
            await checks.report(.readiness)
        }
        #expect(report.entries.map(\.detail) == ["reporting"])
    }

    @Test func `nothing registered is a pass`() async {
        let report = await checks.report(.readiness)
        #expect(report.status == .pass)
        #expect(report.httpStatus == 200)
        #expect(report.entries.isEmpty)
    }

    @Test(arguments: [
        (HealthCheckResult.Status.pass, true, HealthCheckResult.Status.pass, 200), (.warn, true, .warn, 200),
        (.fail, true, .fail, 503), (.fail, false, .warn, 200), (.warn, false, .warn, 200),
        (.pass, false, .pass, 200),
    ])
    func `the worst counts, and what is not critical warns at most`(
        found: HealthCheckResult.Status, isCritical: Bool, status: HealthCheckResult.Status, http: Int
    ) async {
        checks.register("good") { HealthCheckResult(.pass) }
        checks.register("other", critical: isCritical) { HealthCheckResult(found, detail: "as found") }
        let report = await checks.report(.readiness)
        #expect(report.status == status)
        #expect(report.httpStatus == http)
        #expect(report.entries.map(\.name) == ["good", "other"])
    }

    @Test func `a check that throws has failed`() async {
        checks.register("database") { throw Down(number: 9) }
        let report = await checks.report(.readiness)
        #expect(report.status == .fail)
        #expect(report.entries.first?.detail == "The check failed: Down(number: 9)")
    }

    @Test func `a check that takes too long has failed, and is not waited for nor run twice`() async {
        let gate = Gate()
        checks.register("hung", timeout: .seconds(5), cacheFor: .seconds(1)) {
            await gate.pass()
            return HealthCheckResult(.pass)
        }
        let asked = Task { await checks.report(.readiness) }
        await gate.waitForArrivals()
        await clock.waitForSleepers()
        await clock.advance(by: .seconds(5))
        #expect(await asked.value.entries.first?.detail == "The check took longer than 5.0 seconds.")
        await clock.advance(by: .seconds(60))
        #expect(await checks.report(.readiness).status == .fail)
        #expect(gate.arrivals == 1)
        gate.open()
        // Once the hanging run has ended, the check is run again.
        while await checks.report(.readiness).status == .fail {
            await clock.advance(by: .seconds(2))
            await Task.yield()
        }
        #expect(gate.arrivals == 2)
    }

    @Test(arguments: [true, false])
    func `a result is kept for its time, also that of a failure`(works: Bool) async {
        let runs = Tally()
        checks.register("database", cacheFor: .seconds(10)) {
            runs.enter()
            if !works { throw Down() }
            return HealthCheckResult(.pass)
        }
        for _ in 0..<3 { _ = await checks.report(.readiness) }
        #expect(runs.total == 1)
        await clock.advance(by: .seconds(10))
        _ = await checks.report(.readiness)
        #expect(runs.total == 2)
    }

    @Test func `reports asked for at the same time share one run`() async {
        let gate = Gate()
        checks.register("database") {
            await gate.pass()
            return HealthCheckResult(.pass)
        }
        let reports = (0..<10).map { _ in Task { await checks.report(.readiness) } }
        await gate.waitForArrivals()
        gate.open()
        for report in reports { #expect(await report.value.status == .pass) }
        #expect(gate.arrivals == 1)
    }

    @Test func `checks run at the same time`() async {
        let gate = Gate()
        for number in 0..<5 {
            checks.register("check \(number)") {
                await gate.pass()
                return HealthCheckResult(.pass)
            }
        }
        let report = Task { await checks.report(.readiness) }
        await gate.waitForArrivals(5)
        gate.open()
        #expect(await report.value.entries.count == 5)
    }

    @Test func `each kind runs its own checks, and liveness never looks at dependencies`() async {
        health.notifyDegradedMode(service: .inventory)
        checks.register("database", kinds: [.readiness, .startup]) {
            HealthCheckResult(.fail)
        }
        checks.register("loop", kinds: [.liveness]) { HealthCheckResult(.pass) }
        let alive = await checks.report(.liveness)
        #expect(alive.entries.map(\.name) == ["loop"])
        #expect(alive.httpStatus == 200)
        #expect(await checks.report(.readiness).httpStatus == 503)
        #expect(await checks.report(.startup).entries.map(\.name) == ["database", "inventory"])
    }

    @Test func `a degraded service warns while a fallback answers, and fails otherwise`() async {
        health.recordSuccess(for: .rates)
        #expect(await checks.report(.readiness).status == .pass)
        health.notifyDegradedMode(service: .inventory)
        #expect(await checks.report(.readiness).status == .warn)
        for _ in 0..<3 { health.recordFailure(for: .rates, error: Down()) }
        let report = await checks.report(.readiness)
        #expect(report.status == .fail)
        #expect(report.entries.map(\.status) == [.fail, .warn])
        #expect(report.entries.first?.detail == health.statusMessage(for: .rates))
    }

    @Test func `registering a name again replaces its check`() async {
        checks.register("database") { HealthCheckResult(.fail) }
        checks.register("database") { HealthCheckResult(.pass) }
        #expect(await checks.report(.readiness).entries.map(\.status) == [.pass])
    }

    @Test func `the report is written as health JSON`() async throws {
        checks.register("database") { HealthCheckResult(.fail, detail: "no space") }
        health.recordSuccess(for: .rates)
        let report = await checks.report(.readiness)
        #expect(HealthReport.contentType == "application/health+json")
        struct Document: Decodable {
            struct Check: Decodable {
                let status, componentId, componentType, time: String; let output: String?
            }
            let status: String
            let checks: [String: [Check]]
        }
        let document = try JSONDecoder().decode(Document.self, from: report.json())
        #expect(document.status == "fail")
        #expect(document.checks["database"]?.first?.output == "no space")
        #expect(document.checks["database"]?.first?.componentType == "component")
        #expect(document.checks["service:exchange-rates"]?.first?.status == "pass")
        #expect(document.checks["service:exchange-rates"]?.first?.output == nil)
        #expect(document.checks["database"]?.first?.time.hasSuffix("Z") == true)
    }
}
#endif
