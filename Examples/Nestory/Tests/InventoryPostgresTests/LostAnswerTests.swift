#if PostgreSQL
import Foundation
import Inventory
import InventoryPostgres
import PostgresClient
import PostgresServers
import Testing

/// Changes whose answer is lost, while the primary waits for a standby.
@Suite(.enabled(if: PostgresTools.areInstalled), .serialized) struct LostAnswerTests {
    private static let waiting = "SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep' LIMIT 1"

    /// Runs a test with a cluster whose standby does not answer from now on.
    private static func run(
        _ test: (Shared, PostgresServer, _ resume: () -> Void) async throws -> Void
    ) async throws {
        try await PostgresServer.run { server in
            let standby = try await server.standby()
            let shared = Shared(server: server, name: "postgres")
            let database = try shared.database()
            try await PostgresInventory(database).add(.named("Before"))
            await database.close()
            try await server.synchronize(with: "ANY 1 (s1)")
            let receiver = try await standby.pauseReceiving()
            try await test(shared, standby) { standby.resumeReceiving(receiver) }
        }
    }

    @Test func `a change whose answer is lost is asked about again with its key, and counts once`() async throws {
        try await Self.run { shared, _, resume in
            let database = try shared.database()
            let inventory = PostgresInventory(database)
            let lamp = Item.named("Lamp")
            let task = Task { try await inventory.apply(ItemChange(.add(lamp))) }
            try await eventually { try await shared.sql(Self.waiting) != nil }
            let pid = try await shared.sql(Self.waiting) ?? ""
            try await shared.sql("SELECT pg_terminate_backend(\(pid))")
            // It is asked again on another connection, and that answer waits for the standby, too.
            try await eventually { try await shared.sql(Self.waiting).map { $0 != pid } ?? false }
            resume()
            #expect(try await task.value == lamp)
            #expect(try await inventory.items(ItemQuery()).total == 2)
            #expect(try await shared.sql("SELECT max(asked) FROM applied_change") == "2")
            await database.close()
        }
    }

    @Test func `a commit that nobody confirms in time is neither a success nor a failure`() async throws {
        try await Self.run { shared, _, resume in
            let database = try shared.database(timeouts: .limited { $0.commit = .milliseconds(1500) })
            let inventory = PostgresInventory(database)
            let key = ChangeKey("k", of: [])
            let change = ItemChange(.add(.named("Lamp")), as: key)
            await #expect(throws: InventoryError.outcomeUnknown) { try await inventory.apply(change) }
            resume()
            // Sent again with its key, it has the answer of the first time.
            #expect(try await inventory.apply(change)?.name == "Lamp")
            #expect(try await inventory.items(ItemQuery()).total == 2)
            await database.close()
        }
    }

    @Test func `after a failover changes go on at the new primary`() async throws {
        try await PostgresServer.run { old in
            let new = try await old.standby()
            let shared = Shared(server: old, name: "postgres")
            let database = try shared.database(beside: [new])
            let inventory = PostgresInventory(database)
            try await inventory.add(.named("Before"))
            // Nobody waits for the standby here, which may not have it yet.
            try await eventually { (try? await new.sql("SELECT count(*) FROM item")) == "1" }
            try await old.kill()
            await #expect {
                try await inventory.add(.named("Meanwhile"))
            } throws: { error in
                guard case InventoryError.unavailable = error else { return false }
                return true
            }
            try await new.promote()
            try await eventually { (try? await inventory.add(.named("After"))) != nil }
            // The old primary comes back, and gets nothing.
            try await old.start()
            for number in 0..<5 { try await inventory.add(.named("\(number)")) }
            #expect(try await old.sql("SELECT count(*) FROM item WHERE name <> 'Before'") == "0")
            #expect(try await inventory.items(ItemQuery()).total == 7)
            await database.close()
        }
    }
}
#endif
