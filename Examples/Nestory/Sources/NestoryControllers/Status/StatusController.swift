import Inventory
import NestoryServices
public import Observation
import Service
import ServiceHealth

/// Tells one page which services do not work as they should.
@Observable @MainActor public final class StatusController {
    @ObservationIgnored private let health = MainService<ObservableHealth?>()
    @ObservationIgnored private let overview = Service<ServiceOverview?>()

    /// Follows the health of the current environment's services; all is well where none is tracked.
    public init() {}

    /// What the page shows now.
    public var snapshot: StatusSnapshot {
        // Read for its own sake: it says when to look again.
        guard health()?.isDegradedMode == true, let overview = overview() else { return StatusSnapshot(troubles: []) }
        return StatusSnapshot(troubles: overview.statuses.filter { !$0.isWorking })
    }
}
