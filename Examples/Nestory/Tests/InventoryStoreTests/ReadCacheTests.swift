import Foundation
import GRDB
import Inventory
import Synchronization
import Testing

@testable import InventoryStore

@Suite struct ReadCacheTests {
    private static func item(_ name: String) -> Item {
        Item(id: UUID(), name: name, category: name, price: Money(minorUnits: 100, currency: .euro), updatedAt: .epoch)
    }

    @Test func `an answer is computed once, until something changes`() async throws {
        try await Store.run { store in
            let cache = try ReadCache(path: store.path, busyTimeout: 1)
            let count = Mutex(0)
            func ask(_ question: ReadCache.Question = .sums) async throws {
                try await cache.answer(to: question, checking: { _ in }) { count.withLock { $0 += 1 } }
            }
            for _ in 0..<3 { try await ask() }
            #expect(count.withLock { $0 } == 1)
            try await ask(.places)
            #expect(count.withLock { $0 } == 2)
            try await store.inventory.add(Self.item("Lamp"))
            for _ in 0..<3 { try await ask() }
            #expect(count.withLock { $0 } == 3)
            cache.close()
        }
    }

    @Test func `every kind of change is seen at once, also those of other programs`() async throws {
        try await Store.run { store in
            func shown() async throws -> [String] {
                let names = try await store.inventory.items(ItemQuery()).items.map(\.name)
                #expect(try await store.inventory.places().categories.sorted() == names.sorted())
                #expect(try await store.inventory.sums().reduce(0) { $0 + $1.items } == names.count)
                return names
            }
            var lamp = Self.item("Lamp")
            #expect(try await shown() == [])
            try await store.inventory.add(lamp)
            #expect(try await shown() == ["Lamp"])
            (lamp.name, lamp.category) = ("Lantern", "Lantern")
            try await store.inventory.replace(lamp)
            #expect(try await shown() == ["Lantern"])
            let chair = Self.item("Chair")
            _ = try await store.inventory.transaction { (try $0.insert(chair, hasOwnID: true), keep: true) }
            #expect(try await shown() == ["Chair", "Lantern"])
            let other = try SQLiteInventory(path: store.path)
            try await other.remove(chair.id)
            #expect(try await shown() == ["Lantern"])
            try await other.add(chair)
            #expect(try await shown() == ["Chair", "Lantern"])
            try await other.close()
            try await store.inventory.remove(lamp.id)
            #expect(try await shown() == ["Chair"])
        }
    }
}
