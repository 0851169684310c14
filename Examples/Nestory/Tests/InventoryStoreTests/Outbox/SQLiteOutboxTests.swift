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

    @Test func `what ends in the days is queued once, by its end`() async throws {
        try await Store.run { store in
            let days = try Self.days()
            for (name, day) in [
                ("last", "2026-12-20"), ("after", "2026-12-21"), ("first", "2026-11-20"), ("before", "2026-11-19"),
            ] { try await store.inventory.add(Self.item(name, until: day)) }
            try await store.inventory.add(Item(id: UUID(), name: "none", updatedAt: .epoch))
            let outbox = SQLiteOutbox(path: store.path)
            #expect(try await outbox.queue(endingIn: days, at: .epoch) == 2)
            #expect(try await outbox.queue(endingIn: days, at: .epoch) == 0)
            #expect(try await outbox.waiting().map(\.name) == ["first", "last"])
        }
    }

    @Test func `what was sent stays sent, also when the item is gone or the file was closed`() async throws {
        try await Store.run { store in
            let days = try Self.days()
            let lamp = Self.item("Lamp", until: "2026-12-01")
            try await store.inventory.add(lamp)
            let outbox = SQLiteOutbox(path: store.path)
            #expect(try await outbox.queue(endingIn: days, at: .epoch) == 1)
            let notice = try #require(try await outbox.waiting().first)
            try await outbox.markSent(notice, at: .epoch)
            #expect(try await outbox.waiting().isEmpty)
            #expect(try await store.inventory.remove(lamp.id))
            try await store.reopen()
            try await store.inventory.add(lamp)
            #expect(try await SQLiteOutbox(path: store.path).queue(endingIn: days, at: .epoch) == 0)
        }
    }

    @Test func `what waits for an item that is gone or changed is taken out`() async throws {
        try await Store.run { store in
            let days = try Self.days()
            let gone = Self.item("gone", until: "2026-12-01")
            var changed = Self.item("changed", until: "2026-12-02")
            try await store.inventory.add(gone)
            try await store.inventory.add(changed)
            let outbox = SQLiteOutbox(path: store.path)
            #expect(try await outbox.queue(endingIn: days, at: .epoch) == 2)
            #expect(try await store.inventory.remove(gone.id))
            changed.warrantyUntil = Day("2027-12-02")
            #expect(try await store.inventory.replace(changed))
            #expect(try await outbox.queue(endingIn: days, at: .epoch) == 0)
            #expect(try await outbox.waiting().isEmpty)
        }
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
