public import ServiceHealth

/// The protected calls of all services, made once for a program.
public final class ServiceProtection: Sendable {
    /// What every limit of time is based on.
    let clock: any Clock<Duration>
    /// What the inventory is asked.
    public let reads: ProtectedCalls
    /// What is changed in the inventory.
    public let changes: ProtectedCalls
    /// What the currency service is asked.
    public let currency: ProtectedCalls
    /// Backups.
    public let backup: ProtectedCalls
    /// Messages.
    public let notifications: ProtectedCalls
    /// Exports.
    public let export: ProtectedCalls
    /// The insurance report.
    public let report: ProtectedCalls
    /// Totals.
    public let analytics: ProtectedCalls

    /// Prepares the calls.
    ///
    /// - Parameters:
    ///   - health: Where their health is recorded.
    ///   - clock: What every limit of time is based on.
    public init(health: ServiceHealthManager, clock: any Clock<Duration> = ContinuousClock()) {
        func calls(_ service: ServiceID, _ policy: ResiliencePolicy) -> ProtectedCalls {
            ProtectedCalls(service, policy, health: health, clock: clock)
        }
        self.clock = clock
        reads = calls(.inventory, .inventoryReads)
        changes = calls(.inventoryChanges, .inventoryChanges)
        currency = calls(.currency, .currency)
        backup = calls(.backup, .jobs)
        notifications = calls(.notifications, .jobs)
        export = calls(.export, .computed)
        report = calls(.report, .computed)
        analytics = calls(.analytics, .computed)
    }

    /// The calls of a service: of the inventory those that read, then those that change.
    ///
    /// - Returns: None where there is no such service.
    public func calls(of service: ServiceID) -> [ProtectedCalls] {
        switch service {
        case .inventory: [reads, changes]
        case .currency: [currency]
        case .backup: [backup]
        case .notifications: [notifications]
        case .export: [export]
        case .report: [report]
        case .analytics: [analytics]
        default: []
        }
    }
}
