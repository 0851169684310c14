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

}
