import Foundation
import Inventory
import Testing

/// Several programs use one inventory.
@Suite struct SharingContract {
    private static func item(_ name: String) -> Item {
        Item(id: UUID(), name: name, category: name, price: Money(minorUnits: 100, currency: .euro), updatedAt: .epoch)
    }

    @Test(arguments: Backend.available) func `every kind of change is seen at once, also those of other programs`(
        backend: Backend
    ) async throws {
        try await backend.run { store in
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
            let other = try store.other()
            try await other.remove(chair.id)
            #expect(try await shown() == ["Lantern"])
            try await other.add(chair)
            #expect(try await shown() == ["Chair", "Lantern"])
            try await other.close()
            try await store.inventory.remove(lamp.id)
            #expect(try await shown() == ["Chair"])
        }
    }

    @Test(arguments: Backend.available) func `what is closed twice is closed, and asking afterwards is an error`(
        backend: Backend
    ) async throws {
        try await backend.run { store in
            try await store.inventory.close()
            try await store.inventory.close()
            await #expect(throws: InventoryError.self) { try await store.inventory.items(ItemQuery()) }
        }
    }
}
