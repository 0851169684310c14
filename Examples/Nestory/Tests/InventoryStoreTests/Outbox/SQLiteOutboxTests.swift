import Foundation
import GRDB
import Inventory
import InventoryStore
import Testing

@Suite struct SQLiteOutboxTests {
    private static func days() throws -> ClosedRange<Day> {
        try #require(Day("2026-11-20"))...(try #require(Day("2026-12-20")))
    }

    private static func item(_ name: String, until: String) -> Item {
        Item(id: UUID(), name: name, warrantyUntil: Day(until), updatedAt: .epoch)
    }

    @Test func `a file that is not there is not made, and another program's is not changed`() async throws {
        try await Store.inFolder { folder in
            let days = try Self.days()
            let missing = folder.appending(path: "missing.db").path
            await #expect(throws: InventoryError.self) {
                try await SQLiteOutbox(path: missing).queue(endingIn: days, at: .epoch)
            }
            #expect(!FileManager.default.fileExists(atPath: missing))
            let foreign = folder.appending(path: "foreign.db").path
            let queue = try DatabaseQueue(path: foreign)
            try await queue.write { try $0.execute(sql: "CREATE TABLE item (id)") }
            await #expect(throws: InventoryError.self) {
                try await SQLiteOutbox(path: foreign).queue(endingIn: days, at: .epoch)
            }
            #expect(try await queue.read { try !$0.tableExists("notification") })
            try queue.close()
        }
    }

    @Test func `a file that another program locks is busy`() async throws {
        try await Store.run { store in
            let days = try Self.days()
            var configuration = Configuration()
            configuration.allowsUnsafeTransactions = true
            let other = try DatabaseQueue(path: store.path, configuration: configuration)
            try await other.writeWithoutTransaction { db in
                try db.beginTransaction(.immediate)
            }
            let outbox = SQLiteOutbox(path: store.path, busyTimeout: 0.05)
            await #expect(throws: InventoryError.busy) { try await outbox.queue(endingIn: days, at: .epoch) }
            try await other.writeWithoutTransaction { try $0.rollback() }
            #expect(try await outbox.queue(endingIn: days, at: .epoch) == 0)
            try other.close()
        }
    }

    @Test func `an inventory with an outbox is still opened as an inventory, also by what knows no outbox`()
        async throws
    {
        try await Store.run { store in
            _ = try await SQLiteOutbox(path: store.path).queue(endingIn: Self.days(), at: .epoch)
            try await store.reopen()
            #expect(try await store.inventory.items(ItemQuery()).total == 0)
        }
    }
}
