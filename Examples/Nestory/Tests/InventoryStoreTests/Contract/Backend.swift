import Foundation
import Inventory
import InventoryStore
import Testing

#if PostgreSQL
import InventoryPostgres
import PostgresClient
import PostgresServers
#endif

/// The stores that an inventory can be in. The contract is the same for all of them.
enum Backend: Sendable {
    case sqlite
    #if PostgreSQL
    case postgres
    #endif

    /// Those that this machine has.
    static var available: [Backend] {
        #if PostgreSQL
        PostgresTools.areInstalled ? [.sqlite, .postgres] : [.sqlite]
        #else
        [.sqlite]
        #endif
    }

    /// Runs a test with an empty inventory, which is removed afterwards.
    ///
    /// - Parameter clock: Tells when changes are made.
    func run(clock: any WallClock = SystemClock(), _ test: (ContractStore) async throws -> Void) async throws {
        switch self {
        case .sqlite:
            try await Store.inFolder { folder in
                let path = folder.appending(path: "nestory.db").path
                let store = try ContractStore(outbox: SQLiteOutbox(path: path)) {
                    try SQLiteInventory(path: path, clock: clock)
                }
                try await test(store)
                try await store.inventory.close()
            }
        #if PostgreSQL
        case .postgres:
            let server = try await PostgresServer.shared.value
            let address = try PostgresAddress(server.url(try await server.database()), program: "test")
            let outbox = PostgresDatabase(address, connections: 1, timeouts: .patient)
            let store = try ContractStore(outbox: PostgresOutbox(outbox)) {
                PostgresInventory(PostgresDatabase(address, connections: 3, timeouts: .patient), clock: clock)
            }
            try await test(store)
            try await store.inventory.close()
            await outbox.close()
        #endif
        }
    }
}

/// An empty inventory of its own for a test of the contract.
final class ContractStore {
    private(set) var inventory: any InventoryService
    /// The outbox of the same inventory.
    let outbox: any NotificationOutbox
    private let open: () throws -> any InventoryService

    init(outbox: any NotificationOutbox, open: @escaping () throws -> any InventoryService) throws {
        self.open = open
        self.outbox = outbox
        inventory = try open()
    }

    /// Closes the inventory and opens it again, as a program does that is started again.
    func reopen() async throws {
        try await inventory.close()
        inventory = try open()
    }

    /// Opens the inventory once more, as another program does.
    func other() throws -> any InventoryService { try open() }
}
