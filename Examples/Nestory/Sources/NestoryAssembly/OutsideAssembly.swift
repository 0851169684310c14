import Inventory
import InventoryStore
import Logging
import NestoryRemote
import NestoryServices
public import Service

/// Registers what reaches beyond the inventory's table, unprotected: exchange rates, copies, notifications and the
/// report.
public struct OutsideAssembly: ServiceAssembly {
    private let path: String
    private let options: LiveOptions

    /// Describes the services.
    ///
    /// - Parameters:
    ///   - path: The inventory's file.
    ///   - options: What was asked for.
    nonisolated public init(path: String, options: LiveOptions) {
        self.path = path
        self.options = options
    }

    /// Registers the services. What needs an address is registered where there is one.
    public func assemble(env: ServiceEnv) {
        env.register((any WebClient).self, declaring: []) { LimitedWebClient() }
        assembleRates(env)
        if options.server == nil {
            env.register((any BackupService).self, name: .live, needs: (any WallClock).self) { [path, options] in
                SQLiteBackups(path: path, folder: options.backupFolder(of: path), clock: $0)
            }
        }
        env.register(BackupShelf.self, declaring: []) { [path, options] in
            BackupShelf {
                guard options.server == nil else { return nil }
                return (try? SQLiteBackups.list(options.backupFolder(of: path)))?.first { $0.items != nil }
            }
        }
        if let webhook = options.webhook { assembleNotifications(env, to: webhook) }
        env.register(
            (any ReportService).self, name: .live, needs: (any InventoryService).self, (any CurrencyService).self,
            (any WallClock).self
        ) {
            InsuranceReports(inventory: $0, currencies: $1, clock: $2)
        }
    }

    private func assembleRates(_ env: ServiceEnv) {
        env.register((any CurrencyService).self, name: .lastKnown, needs: LastKnownRates.self) { $0 }
        env.register(LastKnownRates.self, needs: (any WallClock).self) { [path, options] in
            // With a database on a server there is no folder of the inventory's own.
            let file = options.server == nil ? path + "-rates.xml" : nil
            return LastKnownRates(file: file, shipped: try ShippedRates(), clock: $0, logger: options.logger)
        }
        if let address = options.rates {
            env.register(
                (any CurrencyService).self, name: .live, needs: (any WebClient).self, (any WallClock).self,
                LastKnownRates.self
            ) {
                EuropeanCentralBankRates(address: address, web: $0, clock: $1, lastKnown: $2)
            }
        } else {
            env.register((any CurrencyService).self, name: .live, needs: LastKnownRates.self) { $0 }
        }
    }

    private func assembleNotifications(_ env: ServiceEnv, to webhook: WebAddress) {
        env.register((any NotificationOutbox).self, declaring: []) { [path] in SQLiteOutbox(path: path) }
        env.register(
            (any NotificationService).self, name: .live, needs: (any WebClient).self, (any NotificationOutbox).self,
            (any WallClock).self
        ) {
            WebhookNotifications(address: webhook, web: $0, outbox: $1, clock: $2)
        }
    }
}
