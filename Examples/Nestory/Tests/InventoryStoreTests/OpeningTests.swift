import Foundation
import GRDB
import Inventory
import InventoryStore
import Testing

@Suite struct OpeningTests {
    @Test func `a file that is not a database is refused and stays as it is`() async throws {
        try await Store.inFolder { folder in
            let file = folder.appending(path: "notes.txt")
            let text = Data(String(repeating: "These are my notes.\n", count: 100).utf8)
            try text.write(to: file)
            #expect { try SQLiteInventory(path: file.path) } throws: { error in
                guard case InventoryError.notAnInventory = error else { return false }
                return true
            }
            #expect(try Data(contentsOf: file) == text)
        }
    }

    @Test func `another program's database is refused and stays as it is`() async throws {
        try await Store.inFolder { folder in
            let file = folder.appending(path: "other.db")
            let queue = try DatabaseQueue(path: file.path)
            try await queue.write { try $0.execute(sql: "CREATE TABLE item (x); CREATE TABLE other (y)") }
            try queue.close()
            let bytes = try Data(contentsOf: file)
            #expect { try SQLiteInventory(path: file.path) } throws: { error in
                guard case InventoryError.notAnInventory = error else { return false }
                return true
            }
            #expect(try Data(contentsOf: file) == bytes)
        }
    }

    @Test func `an inventory of a newer version is refused`() async throws {
        try await Store.inFolder { folder in
            let path = folder.appending(path: "nestory.db").path
            try await SQLiteInventory(path: path).close()
            let queue = try DatabaseQueue(path: path)
            try await queue.write {
                try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('of the future')")
            }
            try queue.close()
            #expect(throws: InventoryError.tooNew(path: path)) { try SQLiteInventory(path: path) }
        }
    }

    @Test func `a folder that is not there is named`() async throws {
        try await Store.inFolder { folder in
            let missing = folder.appending(path: "missing")
            let path = missing.appending(path: "nestory.db").path
            #expect(throws: InventoryError.noFolder(path: missing.path)) { try SQLiteInventory(path: path) }
        }
    }

    @Test func `a folder is no inventory`() async throws {
        try await Store.inFolder { folder in
            #expect(throws: InventoryError.self) { try SQLiteInventory(path: folder.path) }
        }
    }

    @Test func `a new file that others hold up is opened when it is whole, and known again then`() async throws {
        try await Store.inFolder { folder in
            let path = folder.appending(path: "nestory.db").path
            let other = try DatabasePool(path: path)
            // Sees the file as it was before there were tables, so that these cannot leave the log.
            let snapshot = try other.makeSnapshot()
            #expect(throws: InventoryError.busy) { try SQLiteInventory(path: path, busyTimeout: 0.1) }
            try snapshot.close()
            try other.close()
            let inventory = try SQLiteInventory(path: path)
            try await inventory.add(Item(id: UUID(), name: "Lamp", updatedAt: .epoch))
            try await inventory.check()
            #expect(try await inventory.items(ItemQuery()).total == 1)
            try await inventory.close()
        }
    }

    @Test func `an empty file becomes an inventory`() async throws {
        try await Store.inFolder { folder in
            let file = folder.appending(path: "empty.db")
            try Data().write(to: file)
            let inventory = try SQLiteInventory(path: file.path)
            #expect(try await inventory.items(ItemQuery()).total == 0)
            try await inventory.close()
        }
    }

}
