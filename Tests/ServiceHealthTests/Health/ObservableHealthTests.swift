#if Health
import Observation
import ServiceHealth
import ServiceTesting
import Synchronization
import Testing

@MainActor @Suite struct ObservableHealthTests {
    let manager = ServiceHealthManager(clock: ManualClock())

    /// Waits for the next change of what a view would read.
    func nextChange(of mirror: ObservableHealth, after action: () -> Void) async {
        await withCheckedContinuation { continuation in
            withObservationTracking {
                _ = mirror.serviceStates
            } onChange: {
                continuation.resume()
            }
            action()
        }
        await Task.yield()
    }

    @Test func `a mirror shows what the manager knows from the start`() {
        manager.notifyDegradedMode(service: .inventory)
        let mirror = ObservableHealth(manager)
        #expect(mirror.isDegradedMode)
        #expect(mirror.serviceStates[.inventory]?.isHealthy == false)
        #expect(mirror.statusMessage(for: .inventory) == manager.statusMessage(for: .inventory))
    }

    @Test func `views are told when a service degrades, recovers, and is reset`() async {
        let mirror = ObservableHealth(manager)
        await nextChange(of: mirror) { manager.notifyDegradedMode(service: .inventory) }
        #expect(mirror.isDegradedMode)
        await nextChange(of: mirror) { manager.recordSuccess(for: .inventory) }
        #expect(!mirror.isDegradedMode)
        await nextChange(of: mirror) { manager.reset(.inventory) }
        #expect(mirror.serviceStates.isEmpty)
    }

    @Test func `a mirror that is gone is not followed any more`() async {
        weak var released: ObservableHealth?
        do {
            let mirror = ObservableHealth(manager)
            released = mirror
            await nextChange(of: mirror) { manager.recordSuccess(for: .inventory) }
        }
        #expect(released == nil)
    }
}
#endif
