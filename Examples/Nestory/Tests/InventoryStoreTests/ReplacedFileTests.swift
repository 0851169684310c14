import Foundation
import Inventory
import InventoryStore
import Synchronization
import Testing

/// Another valid inventory takes the place of the one that is open.
@Suite struct ReplacedFileTests {
    enum Way: CaseIterable {
        case moved, inPlace
    }

    private static func names(_ path: String) async throws -> [String] {
        let inventory = try SQLiteInventory(path: path)
        let names = try await inventory.items(ItemQuery()).items.map(\.name)
        try await inventory.close()
        return names
    }

    /// Makes another inventory with one item, beside that of the test.
    private static func other(beside path: String) async throws -> URL {
        let file = URL(filePath: path + "-other")
        let other = try SQLiteInventory(path: file.path)
        try await other.add(Item(id: UUID(), name: "Other", updatedAt: .epoch))
        try await other.close()
        return file
    }

    private static func replace(_ path: String, by other: URL, _ way: Way) throws {
        switch way {
        case .moved:
            try FileManager.default.moveItem(atPath: path, toPath: path + "-old")
            try FileManager.default.moveItem(at: other, to: URL(filePath: path))
        case .inPlace:
            let bytes = try Data(contentsOf: other)
            let handle = try FileHandle(forWritingTo: URL(filePath: path))
            try handle.truncate(atOffset: 0)
            try handle.write(contentsOf: bytes)
            try handle.close()
        }
    }

    private static func isReplaced(_ error: any Error) -> Bool {
        if case InventoryError.notAnInventory = error { true } else { false }
    }

    @Test(arguments: Way.allCases) func `the new file gets nothing of the old one`(way: Way) async throws {
        try await Store.run { store in
            let other = try await Self.other(beside: store.path)
            for name in ["Lamp", "Chair"] {
                try await store.inventory.add(Item(id: UUID(), name: name, updatedAt: .epoch))
            }
            try Self.replace(store.path, by: other, way)
            await #expect(performing: { try await store.inventory.items(ItemQuery()) }, throws: Self.isReplaced)
            await #expect(
                performing: { try await store.inventory.add(Item(id: UUID(), name: "Late", updatedAt: .epoch)) },
                throws: Self.isReplaced)
            await store.inventory.abandon()
            #expect(try await Self.names(store.path) == ["Other"])
            if way == .moved { #expect(try await Self.names(store.path + "-old") == ["Chair", "Lamp"]) }
        }
    }

    @Test(arguments: Way.allCases) func `replaced in the middle of a change, it is not acknowledged`(way: Way)
        async throws
    {
        try await Store.run { store in
            let other = try await Self.other(beside: store.path)
            let path = store.path
            await #expect(
                performing: {
                    try await store.inventory.transaction { inserter in
                        let isNew = try inserter.insert(
                            Item(id: UUID(), name: "Lamp", updatedAt: .epoch), hasOwnID: true)
                        try Self.replace(path, by: other, way)
                        return (isNew, keep: true)
                    }
                }, throws: Self.isReplaced)
            await store.inventory.abandon()
            #expect(try await Self.names(store.path) == ["Other"])
        }
    }

    @Test(arguments: Way.allCases) func `closing leaves the new file as it is`(way: Way) async throws {
        try await Store.run { store in
            let other = try await Self.other(beside: store.path)
            try await store.inventory.add(Item(id: UUID(), name: "Lamp", updatedAt: .epoch))
            try Self.replace(store.path, by: other, way)
            let bytes = try Data(contentsOf: URL(filePath: store.path))
            try await store.inventory.close()
            #expect(try Data(contentsOf: URL(filePath: store.path)) == bytes)
            #expect(try await Self.names(store.path) == ["Other"])
        }
    }

    @Test func `a copy put in place is another inventory, although it has the same items`() async throws {
        try await Store.run { store in
            try await store.inventory.add(Item(id: UUID(), name: "Lamp", updatedAt: .epoch))
            let backups = SQLiteBackups(path: store.path, folder: store.path + "-backups", clock: SystemClock())
            let copy = URL(filePath: store.path + "-backups/" + (try await backups.backUp().name))
            try await store.inventory.add(Item(id: UUID(), name: "Chair", updatedAt: .epoch))
            try Self.replace(store.path, by: copy, .inPlace)
            await #expect(
                performing: { try await store.inventory.add(Item(id: UUID(), name: "Late", updatedAt: .epoch)) },
                throws: Self.isReplaced)
            await store.inventory.abandon()
            #expect(try await Self.names(store.path) == ["Lamp"])
        }
    }

    @Test func `a file that is moved away and put back is opened again with all that was saved`() async throws {
        try await Store.run { store in
            try await store.inventory.add(Item(id: UUID(), name: "Lamp", updatedAt: .epoch))
            try FileManager.default.moveItem(atPath: store.path, toPath: store.path + "-old")
            await #expect(performing: { try await store.inventory.items(ItemQuery()) }, throws: Self.isReplaced)
            await store.inventory.abandon()
            #expect(try await Self.names(store.path + "-old") == ["Lamp"])
            try FileManager.default.moveItem(atPath: store.path + "-old", toPath: store.path)
            #expect(try await Self.names(store.path) == ["Lamp"])
        }
    }

    @Test func `a file that is put back before it was let go of keeps what is only in its log`() async throws {
        try await Store.run { store in
            try await store.inventory.add(Item(id: UUID(), name: "Lamp", updatedAt: .epoch))
            let reader = try SQLiteInventory(path: store.path)
            // It reads as long as the stream is open, so that the next change cannot be moved into the file.
            let batches = try await reader.batches(of: 1)
            try await store.inventory.add(Item(id: UUID(), name: "Chair", updatedAt: .epoch))
            try FileManager.default.moveItem(atPath: store.path, toPath: store.path + "-old")
            await #expect(performing: { try await store.inventory.items(ItemQuery()) }, throws: Self.isReplaced)
            try FileManager.default.moveItem(atPath: store.path + "-old", toPath: store.path)
            await store.inventory.abandon()
            #expect(try await Self.names(store.path) == ["Chair", "Lamp"])
            for try await _ in batches {}
            try await reader.close()
            #expect(try await Self.names(store.path) == ["Chair", "Lamp"])
        }
    }

    @Test func `another program that has the moved file open goes on with it, and loses nothing`() async throws {
        try await Store.run { store in
            try await store.inventory.add(Item(id: UUID(), name: "Lamp", updatedAt: .epoch))
            let other = try SQLiteInventory(path: store.path)
            // It reads as long as the stream is open, so that the log cannot be emptied.
            let batches = try await other.batches(of: 1)
            try await other.add(Item(id: UUID(), name: "Chair", updatedAt: .epoch))
            try FileManager.default.moveItem(atPath: store.path, toPath: store.path + "-old")
            await #expect(performing: { try await store.inventory.items(ItemQuery()) }, throws: Self.isReplaced)
            await store.inventory.abandon()
            #expect(!FileManager.default.fileExists(atPath: store.path + "-wal"))
            var names: [String] = []
            for try await batch in batches { names += batch.map(\.name) }
            #expect(names == ["Lamp"])
            try FileManager.default.moveItem(atPath: store.path + "-old", toPath: store.path)
            #expect(try await other.items(ItemQuery()).items.map(\.name) == ["Chair", "Lamp"])
            try await other.close()
            #expect(try await Self.names(store.path) == ["Chair", "Lamp"])
        }
    }
}
