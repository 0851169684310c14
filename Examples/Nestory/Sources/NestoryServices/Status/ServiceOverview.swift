import Foundation
public import Inventory
public import ServiceHealth

/// How all of the program's services do.
public struct ServiceOverview: Sendable {
    private let health: ServiceHealthManager
    private let lastKnown: any LastKnownItems
    private let shelf: BackupShelf
    private let changes: any ItemChanges
    private let services: [ServiceID]
    private let follower: (any InventoryFollower)?

    /// Looks at the health of services.
    ///
    /// - Parameter follower: Follows the inventory on a database server, whose copies are not this program's task; nil where it
    ///   is a file.
    public init(
        health: ServiceHealthManager, lastKnown: any LastKnownItems, shelf: BackupShelf, changes: any ItemChanges,
        follower: (any InventoryFollower)? = nil
    ) {
        self.follower = follower
        services = ServiceID.nestory.filter { $0 != .backup || follower == nil }
        self.health = health
        self.lastKnown = lastKnown
        self.shelf = shelf
        self.changes = changes
    }

    /// The state of each service, in their order; that of one that has done nothing yet is healthy.
    public var states: [(service: ServiceID, state: HealthState)] { services.map { ($0, state(of: $0)) } }

    /// How each service does, for people.
    public var statuses: [ServiceStatus] { states.map(status) }

    /// What changes when a service's health does.
    public var transitions: some AsyncSequence<HealthTransition, Never> & Sendable { health.transitions }

    private func state(of service: ServiceID) -> HealthState {
        let state = health.state(of: service) ?? HealthState()
        guard service == .inventory, let changes = health.state(of: .inventoryChanges) else { return state }
        return state.merged(withChanges: changes)
    }

    private func status(of service: ServiceID, _ state: HealthState) -> ServiceStatus {
        var status = ServiceStatus(
            service: service.rawValue, isWorking: state.isHealthy, since: Self.time(state.degradedSince),
            retryAt: Self.time(state.retryAt))
        if service == .inventory { status.machines = follower?.machines }
        guard !state.isHealthy else { return status }
        let errors = (service == .inventory ? [service, .inventoryChanges] : [service]).compactMap(health.lastError)
        status.cause = errors.lazy.compactMap { ($0 as? any ExplainedError)?.message }.first
        switch service {
        case .inventory:
            let reads = health.state(of: .inventory) ?? HealthState()
            let changes = health.state(of: .inventoryChanges) ?? HealthState()
            status.isReplaced = !reads.isHealthy
            status.asOf = reads.isHealthy ? nil : lastKnown.asOf
            // Without a file there is nothing to change, either.
            status.refusesChanges = !changes.isHealthy || reads.fallbackKind == .readOnly
            status.keepsChanges = status.refusesChanges && self.changes.keepsChanges
            if errors.contains(where: Self.isDamage) { status.newestCopy = shelf.newest() }
        case .currency: status.isReplaced = true
        default: break
        }
        return status
    }

    /// Whether an error says that the inventory's file is damaged, or none: then a copy helps.
    private static func isDamage(_ error: any Error) -> Bool {
        switch error as? InventoryError {
        case .notAnInventory, .readOnly(because: .notAnInventory), .unavailable(because: .notAnInventory): true
        default: false
        }
    }

    private static func time(_ date: Date?) -> Timestamp? {
        date.flatMap { Timestamp(milliseconds: Int64(($0.timeIntervalSince1970 * 1000).rounded(.down))) }
    }
}
