import Foundation
import GRDB
import Inventory
import Testing

@testable import InventoryStore

@Suite struct ItemCopyTests {
    @Test func `the copy holds the items and not the keys and the trash, however many there are`() async throws {
        try await Store.inFolder { folder in
            let path = folder.appending(path: "nestory.db").path
            let inventory = try SQLiteInventory(path: path)
            let lamp = Item(id: UUID(), name: "Lamp", notes: String(repeating: "n", count: 2000), updatedAt: .epoch)
            try await inventory.add(lamp)
            for number in 0..<200 {
                let key = try #require(ChangeKey("key-\(number)", of: []))
                _ = try await inventory.apply(ItemChange(.replace(lamp), as: key))
                if number.isMultiple(of: 2) {
                    let other = Item(id: UUID(), name: "Chair", notes: lamp.notes, updatedAt: .epoch)
                    try await inventory.add(other)
                    try await inventory.remove(other.id)
                }
            }
            try await inventory.close()

            let copy = ItemCopy(clock: SystemClock())
            let again = try SQLiteInventory(path: path, copy: copy)
            let pages = try await copy.read { try Int.fetchOne($0, sql: "PRAGMA page_count") ?? 0 }
            let inFile = try await again.read { try Int.fetchOne($0, sql: "PRAGMA page_count") ?? 0 }
            #expect(inFile > 100 && pages < 30, "\(pages) of \(inFile) pages")
            #expect(try await copy.items(ItemQuery()).items.map(\.name) == ["Lamp"])
            // It still follows.
            try await again.remove(lamp.id)
            #expect(try await copy.items(ItemQuery()).total == 0)
            try await again.close()
        }
    }
}
