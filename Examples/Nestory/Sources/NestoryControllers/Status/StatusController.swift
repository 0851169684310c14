public import Observation
import Service
import ServiceHealth

/// Tells one page which services do not work as they should.
@Observable @MainActor public final class StatusController {
    @ObservationIgnored private let health = MainService<ObservableHealth?>()

    /// Follows the health of the current environment's services; all is well where none is tracked.
    public init() {}

    /// What the page shows now.
    public var snapshot: StatusSnapshot {
        guard let health = health() else { return StatusSnapshot(banner: nil) }
        let troubled = health.serviceStates.filter { !$0.value.isHealthy }.keys.sorted { $0.rawValue < $1.rawValue }
        let words = troubled.map { health.statusMessage(for: $0) }
        return StatusSnapshot(banner: words.isEmpty ? nil : words.joined(separator: " "))
    }
}
