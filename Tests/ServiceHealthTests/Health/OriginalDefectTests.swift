#if Health
import Foundation
import ServiceTesting
import Testing

@testable import ServiceHealth

/// What the original health manager got wrong, by name.
@Suite struct OriginalDefectTests {
    let clock = ManualClock()
    let manager: ServiceHealthManager

    init() {
        manager = ServiceHealthManager(clock: clock)
    }

    @Test func `a second failure never heals`() {
        for failures in 1...10 {
            manager.recordFailure(for: .inventory, error: Down())
            #expect(manager.serviceStates[.inventory]?.consecutiveFailures == failures)
            #expect(manager.serviceStates[.inventory]?.isHealthy == (failures < 3))
        }
    }

    @Test func `degraded mode is sticky until a live success`() async {
        manager.notifyDegradedMode(service: .inventory)
        manager.recordFailure(for: .inventory, error: Down())
        await clock.advance(by: .seconds(3600))
        #expect(manager.serviceStates[.inventory]?.isHealthy == false)
        #expect(manager.serviceStates[.inventory]?.source == .fallback)
        manager.recordSuccess(for: .inventory)
        #expect(manager.serviceStates[.inventory]?.isHealthy == true)
        #expect(manager.serviceStates[.inventory]?.source == .live)
    }

    @Test func `being told of degraded mode never moves when it began`() async throws {
        for _ in 0..<3 { manager.recordFailure(for: .inventory, error: Down()) }
        let since = try #require(manager.serviceStates[.inventory]?.degradedSince)
        await clock.advance(by: .seconds(60))
        manager.notifyDegradedMode(service: .inventory)
        manager.recordFailure(for: .inventory, error: Down())
        #expect(manager.serviceStates[.inventory]?.degradedSince == since)
    }

    /// Begins a fallback whose live service is tried again after the usual time.
    private func beginFallback(_ record: HealthRecord, _ registration: FallbackRegistration, _ kind: FallbackKind) {
        let retryAt = manager.clock.now.advanced(by: .seconds(300))
        manager.beginFallback(
            record, registration: registration, change: 1, kind: kind, error: Down(), retryAt: retryAt)
    }

    @Test func `a fallback's success never heals the live service`() {
        let record = manager.record(for: .inventory)
        let registration = manager.makeRegistration()
        beginFallback(record, registration, .readOnly)
        for _ in 0..<10 { manager.recordSuccess(for: .inventory) }
        let state = manager.serviceStates[.inventory]
        #expect(state?.isHealthy == false)
        #expect(state?.source == .fallback)
        #expect(state?.fallbackKind == .readOnly)
        #expect(state?.lastSuccess == nil)
        manager.endFallback(record, registration: registration, change: 2)
        #expect(manager.serviceStates[.inventory]?.isHealthy == true)
        #expect(manager.serviceStates[.inventory]?.source == .live)
    }

    @Test func `only the last registration on its fallback heals the service`() {
        let record = manager.record(for: .inventory)
        let first = manager.makeRegistration()
        let second = manager.makeRegistration()
        beginFallback(record, first, .readOnly)
        beginFallback(record, second, .cached)
        manager.endFallback(record, registration: first, change: 2)
        #expect(manager.serviceStates[.inventory]?.isHealthy == false)
        #expect(manager.serviceStates[.inventory]?.fallbackKind == .cached)
        manager.endFallback(record, registration: second, change: 2)
        #expect(manager.serviceStates[.inventory]?.isHealthy == true)
    }

    @Test func `a registration that is gone heals nothing, but the next live success does`() {
        let record = manager.record(for: .inventory)
        let registration = manager.makeRegistration()
        beginFallback(record, registration, .readOnly)
        manager.abandonFallback(record, registration: registration)
        #expect(manager.serviceStates[.inventory]?.isHealthy == false)
        #expect(manager.serviceStates[.inventory]?.source == .live)
        manager.recordSuccess(for: .inventory)
        #expect(manager.serviceStates[.inventory]?.isHealthy == true)
    }

    @Test func `resetting does not make a fallback's success heal`() {
        let record = manager.record(for: .inventory)
        let registration = manager.makeRegistration()
        beginFallback(record, registration, .readOnly)
        manager.reset(.inventory)
        #expect(manager.serviceStates[.inventory] == nil)
        manager.recordSuccess(for: .inventory)
        #expect(manager.serviceStates[.inventory] == nil)
    }

    @Test func `a service is published when it is first seen, and when its health or source changes`() async {
        let transitions = manager.transitions
        manager.recordSuccess(for: .inventory)
        manager.recordSuccess(for: .inventory)
        for _ in 0..<5 { manager.recordFailure(for: .inventory, error: Down()) }
        manager.notifyDegradedMode(service: .inventory)
        manager.recordSuccess(for: .inventory)
        var seen: [HealthTransition] = []
        for await transition in transitions {
            seen.append(transition)
            if seen.count == 4 { break }
        }
        #expect(seen.map(\.to.isHealthy) == [true, false, false, true])
        #expect(seen.map(\.to.source) == [.live, .live, .fallback, .live])
        #expect(seen.map { $0.from == nil } == [true, false, false, false])
        #expect(seen[1].from?.consecutiveFailures == 2)
    }

    @Test func `a slow subscriber loses the oldest transitions, which are counted, and holds nobody up`()
        async
    {
        let slow = manager.transitions
        for number in 0..<100 { manager.recordSuccess(for: ServiceID(rawValue: "\(number)")) }
        #expect(manager.droppedTransitions == 36)
        for await transition in slow {
            #expect(transition.service == "36")
            break
        }
    }

    @Test func `a subscription ends with its sequence`() {
        do {
            let transitions = manager.transitions
            #expect(manager.subscriberCount == 1)
            withExtendedLifetime(transitions) {}
        }
        #expect(manager.subscriberCount == 0)
    }
}
#endif
