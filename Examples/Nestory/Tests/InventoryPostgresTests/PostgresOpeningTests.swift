#if PostgreSQL
import Inventory
import InventoryPostgres
import PostgresServers
import Testing

@Suite(.enabled(if: PostgresTools.areInstalled)) struct PostgresOpeningTests {
    @Test func `several servers that find no tables make them once`() async throws {
        try await Shared.run { shared in
            let databases = try (0..<4).map { _ in try shared.database(connections: 1) }
            let totals = try await withThrowingTaskGroup(of: Int.self) { group in
                for database in databases {
                    group.addTask { try await PostgresInventory(database).items(ItemQuery()).total }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(totals == [0, 0, 0, 0])
            #expect(try await shared.sql("SELECT count(*) FROM schema_version") == "1")
            for database in databases { await database.close() }
        }
    }

    @Test func `tables of a newer version are refused and left as they are`() async throws {
        try await Shared.run { shared in
            try await shared.sql("CREATE TABLE schema_version (number bigint); INSERT INTO schema_version VALUES (99)")
            let database = try shared.database()
            await #expect(throws: InventoryError.tooNew(path: "the database")) {
                try await PostgresInventory(database).items(ItemQuery())
            }
            #expect(try await shared.sql("SELECT to_regclass('item')") == nil)
            await database.close()
        }
    }

    @Test func `a command that only reads makes no tables`() async throws {
        try await Shared.run { shared in
            let database = try shared.database(mayCreate: false)
            await #expect {
                try await PostgresInventory(database).items(ItemQuery())
            } throws: { error in
                guard case InventoryError.notAnInventory = error else { return false }
                return true
            }
            #expect(try await shared.sql("SELECT to_regclass('schema_version')") == nil)
            await database.close()
        }
    }

    @Test func `a database whose texts are not UTF-8 is refused`() async throws {
        let server = try await PostgresServer.shared.value
        let name = "latin" + (try await server.database())
        try await server.sql("CREATE DATABASE \(name) ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
        let database = try Shared(server: server, name: name).database()
        await #expect {
            try await PostgresInventory(database).items(ItemQuery())
        } throws: { error in
            guard case InventoryError.notAnInventory(_, let details) = error else { return false }
            return details.contains("LATIN1")
        }
        await database.close()
    }

    @Test func `tables that somebody drops are missed, and not made anew`() async throws {
        try await Shared.run { shared in
            let database = try shared.database()
            let inventory = PostgresInventory(database)
            try await inventory.add(.named("Lamp"))
            try await shared.sql("DROP TABLE item")
            await #expect {
                try await inventory.items(ItemQuery())
            } throws: { error in
                guard case InventoryError.notAnInventory = error else { return false }
                return true
            }
            await database.close()
        }
    }
}
#endif
