#if PostgreSQL
import Foundation
import Inventory
import InventoryPostgres
import PostgresClient
import PostgresServers

/// An empty database for a test, and inventories in it as several servers have them.
struct Shared {
    let server: PostgresServer
    let name: String

    /// Runs a test with a database of the server that all tests share.
    static func run(_ test: (Shared) async throws -> Void) async throws {
        let server = try await PostgresServer.shared.value
        try await test(Shared(server: server, name: try await server.database()))
    }

    /// Connects as another server does.
    func database(
        connections: Int = 3, mayCreate: Bool = true, beside others: [PostgresServer] = [],
        timeouts: PostgresTimeouts = .patient
    ) throws -> PostgresDatabase {
        let address = try PostgresAddress(server.url(name, beside: others), program: "test")
        return PostgresDatabase(address, connections: connections, mayCreate: mayCreate, timeouts: timeouts)
    }

    /// Asks the database something, past the program.
    @discardableResult
    func sql(_ statements: String...) async throws -> String? {
        var answer: String?
        for statement in statements { answer = try await server.sql(statement, in: name) }
        return answer
    }
}

extension Item {
    static func named(_ name: String) -> Item { Item(id: UUID(), name: name, updatedAt: .epoch) }
}
#endif
