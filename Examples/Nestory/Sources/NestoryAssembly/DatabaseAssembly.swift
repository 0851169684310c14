import Inventory
import NestoryServices
public import Service
import ServiceHealth

#if PostgreSQL
import InventoryPostgres
import InventoryStore
import Logging
import NestoryRemote
#endif

/// Registers an inventory in a database on a server in place of the one in a file.
///
/// To be assembled after what it replaces.
public struct DatabaseAssembly: ServiceAssembly {
    private let server: ServerDatabase
    private let options: LiveOptions

    /// Describes the services.
    ///
    /// - Parameters:
    ///   - server: Where the database is. It is connected to when the inventory is first used.
    ///   - options: What else was asked for.
    nonisolated public init(_ server: ServerDatabase, options: LiveOptions) {
        self.server = server
        self.options = options
    }

    /// Registers the services.
    public func assemble(env: ServiceEnv) {
        #if PostgreSQL
        env.register(PostgresDatabase.self, declaring: [], onShutdown: { await $0.close() }) { [server, options] in
            // A command that only reads makes no tables.
            PostgresDatabase(server.address, connections: server.connections, mayCreate: options.mayCreate)
        }
        env.register(InventorySignals.self, needs: PostgresDatabase.self) { InventorySignals($0) }
        env.register(LastKnownRates.self, needs: PostgresDatabase.self, (any WallClock).self) { [options] in
            let (rates, logger) = (PostgresRates($0), options.logger)
            return LastKnownRates(file: nil, shipped: try ShippedRates(), clock: $1, logger: logger) { bytes, day in
                Task {
                    do {
                        try await rates.keep(bytes, of: day)
                    } catch {
                        // The next server that fetches shares its own.
                        logger.debug("The exchange rates were not shared.", metadata: ["error": "\(error)"])
                    }
                }
            }
        }
        env.register(
            PostgresFollower.self, needs: InventorySignals.self, PostgresDatabase.self, ItemCopy.self,
            LastKnownRates.self
        ) { [options] in
            PostgresFollower(signals: $0, database: $1, copy: $2, rates: $3, logger: options.logger)
        }
        env.register((any InventoryFollower).self, needs: PostgresFollower.self) { $0 }
        env.register(
            ServiceOverview.self, needs: ServiceHealthManager.self, (any LastKnownItems).self, BackupShelf.self,
            (any ItemChanges).self, (any InventoryFollower).self
        ) {
            ServiceOverview(health: $0, lastKnown: $1, shelf: $2, changes: $3, follower: $4)
        }
        env.register(
            (any InventoryService).self, name: .live, scope: GuardedInventory.scope, needs: PostgresDatabase.self,
            PostgresFollower.self, (any WallClock).self
        ) { database, follower, clock in
            PostgresInventory(
                database, clock: clock, changed: { follower.noteChange() }, answered: { follower.noteAnswer() })
        }
        env.register((any NotificationOutbox).self, needs: PostgresDatabase.self) { PostgresOutbox($0) }
        #endif
    }
}
