import Foundation
public import Inventory
public import ServiceHealth

/// How all of the program's services do.
public struct ServiceOverview: Sendable {
    private let health: ServiceHealthManager
    private let protection: ServiceProtection
    private let lastKnown: any LastKnownItems
    private let shelf: BackupShelf

    /// Looks at the health of services.
    public init(
        health: ServiceHealthManager, protection: ServiceProtection, lastKnown: any LastKnownItems, shelf: BackupShelf
    ) {
        self.health = health
        self.protection = protection
        self.lastKnown = lastKnown
        self.shelf = shelf
    }

    /// The state of each service, in their order; that of one that has done nothing yet is healthy.
    public var states: [(service: ServiceID, state: HealthState)] {
        let states = health.serviceStates
        return ServiceID.nestory.map { service in
            let state = shown(service, states)
            return (service, service == .inventory ? state.merged(with: shown(.inventoryChanges, states)) : state)
        }
    }

    /// How each service does, for people.
    public var statuses: [ServiceStatus] {
        let all = health.serviceStates
        return states.map { service, state in
            var status = ServiceStatus(
                service: service.rawValue, isWorking: state.isHealthy, since: Self.time(state.degradedSince),
                retryAt: Self.time(state.retryAt))
            guard !state.isHealthy else { return status }
            status.cause = cause(of: service)
            switch service {
            case .inventory:
                let reads = shown(.inventory, all)
                status.isReplaced = !reads.isHealthy
                status.asOf = reads.isHealthy ? nil : lastKnown.asOf
                // Without a file there is nothing to change, either.
                status.refusesChanges = !shown(.inventoryChanges, all).isHealthy || reads.fallbackKind == .readOnly
                if isDamaged { status.newestCopy = shelf.newest() }
            case .currency: status.isReplaced = true
            default: break
            }
            return status
        }
    }

    /// What changes when a service's health does.
    public var transitions: some AsyncSequence<HealthTransition, Never> & Sendable { health.transitions }

    private func shown(_ service: ServiceID, _ states: [ServiceID: HealthState]) -> HealthState {
        var state = states[service] ?? HealthState()
        // Who answers for a service that is down is known, although only registrations say so.
        if !state.isHealthy, state.fallbackKind == nil { state.fallbackKind = Self.fallbackKinds[service] }
        return state
    }

    private static let fallbackKinds: [ServiceID: FallbackKind] = [
        .inventory: .cached, .inventoryChanges: .readOnly, .currency: .cached,
    ]

    private func cause(of service: ServiceID) -> String? {
        let failures = protection.calls(of: service).compactMap(\.lastFailure)
        return failures.lazy.compactMap { ($0 as? any ExplainedError)?.message }.first
    }

    /// Whether the inventory's file is damaged, or none: then a copy helps.
    private var isDamaged: Bool {
        protection.calls(of: .inventory).contains { calls in
            switch calls.lastFailure as? InventoryError {
            case .notAnInventory, .readOnly(because: .notAnInventory), .unavailable(because: .notAnInventory): true
            default: false
            }
        }
    }

    private static func time(_ date: Date?) -> Timestamp? {
        date.flatMap { Timestamp(milliseconds: Int64(($0.timeIntervalSince1970 * 1000).rounded(.down))) }
    }
}
