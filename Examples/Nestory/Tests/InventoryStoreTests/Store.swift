import Foundation
import InventoryStore
import Testing

/// An inventory in a folder of its own.
final class Store {
    let path: String
    private(set) var inventory: SQLiteInventory

    private init(path: String) throws {
        self.path = path
        inventory = try SQLiteInventory(path: path)
    }

    /// Closes the file and opens it again.
    func reopen() async throws {
        try await inventory.close()
        inventory = try SQLiteInventory(path: path)
    }

    /// Runs a test with an empty inventory, which is removed afterwards.
    static func run(_ test: (Store) async throws -> Void) async throws {
        try await inFolder { folder in
            let store = try Store(path: folder.appending(path: "nestory.db").path)
            try await test(store)
            try await store.inventory.close()
        }
    }

    /// Runs a test with an empty folder, which is removed afterwards.
    static func inFolder(_ test: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "nestory-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
        try await test(folder)
    }
}
