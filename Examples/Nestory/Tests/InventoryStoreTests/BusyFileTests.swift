import Foundation
import Inventory
import InventoryStore
import Testing

@Suite struct BusyFileTests {
    @Test func `readers do not wait for a transaction, and writers say that it is busy`() async throws {
        try await Store.run { store in
            let other = try SQLiteInventory(path: store.path, busyTimeout: 0.01)
            let (isOpen, open) = AsyncStream<Void>.makeStream()
            let mayEnd = DispatchSemaphore(value: 0)
            let lamp = Item(id: UUID(), name: "Lamp", updatedAt: .epoch)
            let inventory = store.inventory
            async let inserted = inventory.transaction { inserter in
                let isNew = try inserter.insert(lamp, hasOwnID: true)
                open.yield()
                mayEnd.wait()
                return (isNew, keep: true)
            }
            for await _ in isOpen { break }
            #expect(try await other.items(ItemQuery()).total == 0)
            await #expect(throws: InventoryError.busy) {
                try await other.add(Item(id: UUID(), name: "Chair", updatedAt: .epoch))
            }
            mayEnd.signal()
            #expect(try await inserted)
            #expect(try await other.items(ItemQuery()).total == 1)
            try await other.close()
        }
    }
}
