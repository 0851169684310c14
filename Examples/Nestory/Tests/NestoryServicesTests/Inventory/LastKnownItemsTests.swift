import Foundation
import Inventory
import NestoryServices
import Service
import Testing

/// The copy of the items that answers while the file does not.
@Suite struct LastKnownItemsTests {
    @Test func `it follows every change, and answers every question as the file does`() async throws {
        try await Household.run { household in
            let inventory = try household.inventory
            let price = Money(minorUnits: 1999, currency: .euro)
            var lamp = Item(
                id: UUID(), name: "Lamp", category: "Light", room: "Study", quantity: 3, price: price,
                updatedAt: .epoch)
            try await inventory.add(lamp)
            let chair = try await household.add("Chair")
            let sofa = try await household.add("Sofa")
            lamp.name = "Desk lamp"
            #expect(try await inventory.replace(lamp))
            #expect(try await inventory.remove(sofa.id))
            let inserted = try await inventory.transaction { inserter in
                var count = 0
                for number in 0..<1500 {
                    let item = Item(id: UUID(), name: "Book \(number)", category: "Book", updatedAt: .epoch)
                    count += try inserter.insert(item, hasOwnID: true) ? 1 : 0
                }
                return (count, true)
            }
            #expect(inserted == 1500)
            _ = try await inventory.transaction { inserter in
                _ = try inserter.insert(Item(id: UUID(), name: "Never", updatedAt: .epoch), hasOwnID: true)
                return (0, false)
            }
            let copy = try household.env.resolve((any LastKnownItems).self)
            for query in [
                ItemQuery(), ItemQuery(text: "LAMP"), ItemQuery(text: "book 1", limit: 7, offset: 20),
                ItemQuery(category: "Book", limit: 1000), ItemQuery(room: "Study"), ItemQuery(text: "never"),
            ] {
                #expect(try await copy.items(query) == inventory.items(query))
            }
            #expect(try await copy.item(chair.id) == chair)
            #expect(try await copy.item(sofa.id) == nil)
            #expect(try await copy.places() == inventory.places())
            #expect(try await Set(copy.sums().map { "\($0)" }) == Set(inventory.sums().map { "\($0)" }))
            #expect(try await Self.all(copy) == Self.all(inventory))
        }
    }

    @Test func `it refuses every change`() async throws {
        try await Household.run { household in
            let lamp = try await household.add("Lamp")
            let copy = try household.env.resolve((any LastKnownItems).self)
            let refusal = InventoryError.readOnly(because: nil)
            await #expect(throws: refusal) { try await copy.add(lamp) }
            await #expect(throws: refusal) { try await copy.replace(lamp) }
            await #expect(throws: refusal) { try await copy.remove(lamp.id) }
            await #expect(throws: refusal) { try await copy.transaction { _ in (0, true) } }
            #expect(try await household.names() == (["Lamp"], nil))
        }
    }

    private static func all(_ inventory: any InventoryService) async throws -> [Item] {
        var items: [Item] = []
        for try await batch in try await inventory.batches(of: 100) { items += batch }
        return items
    }
}
