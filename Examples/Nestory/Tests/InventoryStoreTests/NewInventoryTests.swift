import Foundation
import Inventory
import InventoryStore
import Testing

/// What becomes of the file of an inventory that was new, after work that came to nothing.
@Suite struct NewInventoryTests {
    private static func inFolder(_ test: (String) async throws -> Void) async throws {
        try await Store.inFolder { try await test($0.appending(path: "new.db").path) }
    }

    private static func item(_ name: String) -> Item { Item(id: UUID(), name: name, updatedAt: .epoch) }

    @Test func `one that is empty goes, with all that is beside it`() async throws {
        try await Self.inFolder { path in
            try await SQLiteInventory(path: path).close()
            #expect(NewInventory.remove(path))
            let folder = URL(filePath: path).deletingLastPathComponent()
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
            #expect(NewInventory.remove(path))
        }
    }

    @Test func `one that another program has open stays, and keeps what that saves`() async throws {
        try await Self.inFolder { path in
            let other = try SQLiteInventory(path: path)
            #expect(!NewInventory.remove(path))
            try await other.add(Self.item("Lamp"))
            try await other.close()
            let again = try SQLiteInventory(path: path)
            #expect(try await again.items(ItemQuery()).total == 1)
            try await again.close()
        }
    }

    @Test func `one in which somebody else has saved something stays`() async throws {
        try await Self.inFolder { path in
            let other = try SQLiteInventory(path: path)
            let lamp = Self.item("Lamp")
            try await other.add(lamp)
            try await other.close()
            #expect(!NewInventory.remove(path))
            let changed = try SQLiteInventory(path: path)
            _ = try await changed.apply(ItemChange(.replace(lamp)))
            try await changed.close()
            // As many items as were added, but not as they were added.
            #expect(!NewInventory.remove(path, holding: 1))
        }
    }

    @Test func `one that holds only what the work has added goes`() async throws {
        try await Self.inFolder { path in
            let inventory = try SQLiteInventory(path: path)
            try await inventory.add(Self.item("Lamp"))
            try await inventory.close()
            #expect(NewInventory.remove(path, holding: 1))
            #expect(!FileManager.default.fileExists(atPath: path))
        }
    }
}
