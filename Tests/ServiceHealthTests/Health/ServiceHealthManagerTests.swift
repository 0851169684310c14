#if Health
import Foundation
import ServiceHealth
import ServiceTesting
import Testing

@Suite struct ServiceHealthManagerTests {
    let clock = ManualClock()
    let manager: ServiceHealthManager

    init() {
        manager = ServiceHealthManager(clock: clock)
    }

    func fail(_ times: Int, _ service: ServiceID = .inventory) {
        for number in 0..<times { manager.recordFailure(for: service, error: Down(number: number)) }
    }

    @Test func `the documented test of the original holds`() {
        let testError = NSError(
            domain: "TestDomain", code: 500, userInfo: [NSLocalizedDescriptionKey: "Simulated failure"])
        manager.recordFailure(for: .inventory, error: testError)
        manager.recordFailure(for: .inventory, error: testError)
        manager.recordFailure(for: .inventory, error: testError)
        let state = manager.serviceStates[.inventory]
        #expect(state?.consecutiveFailures == 3)
        #expect(!(state?.isHealthy ?? true))
        #expect(state?.degradedSince != nil)

        manager.recordSuccess(for: .inventory)
        let recovered = manager.serviceStates[.inventory]
        #expect(recovered?.consecutiveFailures == 0)
        #expect(recovered?.isHealthy ?? false)
        #expect(recovered?.degradedSince == nil)
    }

    @Test(arguments: [(1, true), (2, true), (3, false), (4, false)])
    func `a service is degraded from the third failure in a row`(failures: Int, isHealthy: Bool) {
        fail(failures)
        #expect(manager.serviceStates[.inventory]?.isHealthy == isHealthy)
        #expect(manager.isDegradedMode == !isHealthy)
    }

    @Test func `a success between failures starts the count again`() {
        fail(2)
        manager.recordSuccess(for: .inventory)
        fail(2)
        #expect(manager.serviceStates[.inventory]?.isHealthy == true)
        #expect(manager.serviceStates[.inventory]?.consecutiveFailures == 2)
        #expect(manager.serviceStates[.inventory]?.totalFailures == 4)
    }

    @Test func `the policy says how many failures degrade`() {
        let manager = ServiceHealthManager(policy: HealthPolicy(failureThreshold: 1), clock: clock)
        manager.recordFailure(for: .inventory, error: Down())
        #expect(manager.isDegradedMode)
    }

    @Test func `the policies for apps and servers are the documented ones`() {
        #expect(HealthPolicy.app == HealthPolicy(failureThreshold: 3, recoveryInterval: .seconds(300)))
        #expect(HealthPolicy.server.failureThreshold == 3)
    }

    @Test func `the retry comes an interval after degrading, and an interval after one that failed`()
        async throws
    {
        fail(3)
        let start = try #require(manager.serviceStates[.inventory]?.degradedSince)
        #expect(manager.serviceStates[.inventory]?.retryAt == start.addingTimeInterval(300))
        await clock.advance(by: .seconds(100))
        fail(1)
        #expect(manager.serviceStates[.inventory]?.retryAt == start.addingTimeInterval(300))
        await clock.advance(by: .seconds(250))
        fail(1)
        #expect(manager.serviceStates[.inventory]?.retryAt == start.addingTimeInterval(650))
    }

    @Test func `dates come from the injected clock`() async throws {
        fail(1)
        let first = try #require(manager.serviceStates[.inventory]?.lastFailure)
        await clock.advance(by: .seconds(42))
        fail(1)
        let second = try #require(manager.serviceStates[.inventory]?.lastFailure)
        #expect(second.timeIntervalSince(first) == 42)
    }

    @Test func `the last error is kept in words`() {
        fail(2)
        #expect(manager.serviceStates[.inventory]?.lastError == "Down(number: 1)")
    }

    @Test func `services do not share anything`() {
        fail(3)
        manager.recordSuccess(for: .rates)
        #expect(manager.serviceStates[.inventory]?.isHealthy == false)
        #expect(manager.serviceStates[.rates]?.isHealthy == true)
        manager.recordSuccess(for: .inventory)
        #expect(!manager.isDegradedMode)
    }

    @Test func `a service nobody recorded has no state`() {
        #expect(manager.serviceStates.isEmpty)
        #expect(!manager.isDegradedMode)
    }

    @Test func `reset removes the state`() {
        fail(3)
        manager.reset(.inventory)
        #expect(manager.serviceStates.isEmpty)
        #expect(!manager.isDegradedMode)
        manager.recordSuccess(for: .inventory)
        #expect(manager.serviceStates[.inventory]?.totalFailures == 0)
    }

    @Test func `repeated successes move the last success only after it was read, and once a second`()
        async throws
    {
        manager.recordSuccess(for: .inventory)
        let first = try #require(manager.serviceStates[.inventory]?.lastSuccess)
        await clock.advance(by: .milliseconds(900))
        manager.recordSuccess(for: .inventory)
        #expect(manager.serviceStates[.inventory]?.lastSuccess == first)
        await clock.advance(by: .milliseconds(200))
        manager.recordSuccess(for: .inventory)
        #expect(manager.serviceStates[.inventory]?.lastSuccess == first)
        manager.recordSuccess(for: .inventory)
        #expect(manager.serviceStates[.inventory]?.lastSuccess == first.addingTimeInterval(1.1))
    }

    @Test func `many threads recording lose nothing`() async {
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for number in 0..<1000 {
                        manager.recordFailure(
                            for: ServiceID(rawValue: "service \(number % 50)"), error: Down())
                    }
                }
            }
        }
        #expect(manager.serviceStates.count == 50)
        #expect(manager.serviceStates.values.map(\.totalFailures).reduce(0, +) == 8000)
        #expect(Set(manager.serviceStates.values.map(\.consecutiveFailures)) == [160])
    }

    @Test func `an identifier is its name, also in JSON`() throws {
        #expect(ServiceID(rawValue: "inventory") == .inventory)
        #expect("\(ServiceID.inventory)" == "inventory")
        let data = try JSONEncoder().encode([ServiceID.inventory])
        #expect(String(decoding: data, as: UTF8.self) == #"["inventory"]"#)
        #expect(try JSONDecoder().decode([ServiceID].self, from: data) == [.inventory])
    }
}
#endif
