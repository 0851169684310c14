import Inventory
import NestoryServices
public import Service
import ServiceHealth

/// Registers what people and programs get of the services that are registered as live: the same, protected, and with a
/// stand-in where there is one. The inventory has an assembly of its own.
public struct GuardAssembly: ServiceAssembly {
    private let notifies: Bool
    private let keepsCopies: Bool
    private let clock: any Clock<Duration>

    /// Describes the services.
    ///
    /// - Parameters:
    ///   - notifies: Whether there are notifications.
    ///   - keepsCopies: Whether the program keeps copies of the inventory.
    ///   - clock: What the time between two looks at the services is based on.
    nonisolated public init(
        notifies: Bool, keepsCopies: Bool = true, clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.notifies = notifies
        self.keepsCopies = keepsCopies
        self.clock = clock
    }

    /// Registers the services.
    public func assemble(env: ServiceEnv) {
        env.register(HealthChecks.self, needs: ServiceHealthManager.self, (any InventoryService).self) { [clock] in
            let checks = HealthChecks(health: $0, clock: clock)
            ItemsCheck(inventory: $1).register(with: checks)
            return checks
        }
        env.register((any CurrencyService).self, as: GuardedCurrency.self) { $0 }
        if keepsCopies { guarding((any BackupService).self, env) { ResilientBackups($0, calls: $1.calls(\.backup)) } }
        if notifies {
            guarding((any NotificationService).self, env) {
                ResilientNotifications($0, calls: $1.calls(\.notifications))
            }
        }
        guarding((any ExportService).self, env) { ResilientExports($0, calls: $1.calls(\.export)) }
        guarding((any ReportService).self, env) { ResilientReports($0, calls: $1.calls(\.report)) }
        guarding((any SummaryService).self, env) { ResilientSummaries($0, calls: $1.calls(\.analytics)) }
        env.register(
            ServiceOverview.self, needs: ServiceHealthManager.self, (any LastKnownItems).self, BackupShelf.self,
            (any ItemChanges).self
        ) {
            ServiceOverview(health: $0, lastKnown: $1, shelf: $2, changes: $3)
        }
        registerWatch(env)
    }

    private func guarding<S: Sendable>(
        _ type: S.Type, _ env: ServiceEnv, with guarded: @escaping @Sendable (S, ServiceProtection) -> S
    ) {
        env.register(type, needs: Need(type, name: .live), Need(ServiceProtection.self)) { guarded($0, $1) }
    }

    private func registerWatch(_ env: ServiceEnv) {
        var needs = [
            ServiceNeed(GuardedInventory.self), ServiceNeed(ServiceProtection.self), ServiceNeed(Chaos.self),
            ServiceNeed((any CurrencyService).self), ServiceNeed((any ExportService).self),
            ServiceNeed((any ReportService).self), ServiceNeed((any SummaryService).self),
        ]
        if keepsCopies { needs.append(ServiceNeed((any BackupService).self)) }
        if notifies { needs.append(ServiceNeed((any NotificationService).self)) }
        env.register(ServiceWatch.self, declaring: needs) { [notifies, keepsCopies, clock] in
            ServiceWatch(
                inventory: try env.resolve(GuardedInventory.self),
                probes: try Self.probes(env, notifies, keepsCopies),
                protection: try env.resolve(ServiceProtection.self), chaos: try env.resolve(Chaos.self),
                clock: clock)
        }
    }

    nonisolated private static func probes(
        _ env: ServiceEnv, _ notifies: Bool, _ keepsCopies: Bool
    ) throws(ServiceError) -> [ServiceID: ServiceWatch.Probe] {
        let currencies = try env.resolve((any CurrencyService).self)
        let exports = try env.resolve((any ExportService).self)
        let reports = try env.resolve((any ReportService).self)
        let summaries = try env.resolve((any SummaryService).self)
        var probes: [ServiceID: ServiceWatch.Probe] = [
            .currency: { _ = try await currencies.rates() },
            .export: { _ = try await exports.export(.csv) },
            .report: { _ = try await reports.report(in: .euro) },
            .analytics: { _ = try await summaries.summary(in: .euro) },
        ]
        if keepsCopies {
            let backups = try env.resolve((any BackupService).self)
            probes[.backup] = { _ = try await backups.backUp() }
        }
        if notifies {
            let notifications = try env.resolve((any NotificationService).self)
            probes[.notifications] = { _ = try await notifications.notify() }
        }
        return probes
    }
}
