import Foundation
import Inventory
import InventoryStore
import Testing

@Suite struct OrderTests {
    private static func run(_ test: (SQLiteInventory) async throws -> Void) async throws {
        try await Store.run { store in
            let franc = try #require(Currency("CHF"))
            let rows: [(String, String, String?, String?, Money?)] = [
                ("a", "Hall", "2020-01-01", "2026-12-05", Money(minorUnits: 500, currency: .euro)),
                ("b", "", nil, nil, nil),
                ("c", "Attic", "2019-01-01", "2026-12-01", Money(minorUnits: 900, currency: franc)),
                ("d", "Hall", "2021-01-01", "2027-12-01", Money(minorUnits: 100, currency: .euro)),
            ]
            for (name, room, bought, warranty, price) in rows {
                try await store.inventory.add(
                    Item(
                        id: UUID(), name: name, room: room, price: price, purchaseDate: bought.flatMap { Day($0) },
                        warrantyUntil: warranty.flatMap { Day($0) }, updatedAt: .epoch))
            }
            try await test(store.inventory)
        }
    }

    @Test(arguments: [
        (ItemQuery.Order.name, "abcd", "dcba"), (.room, "cadb", "adcb"), (.purchaseDate, "cadb", "dacb"),
        (.warrantyUntil, "cadb", "dacb"), (.value, "cdab", "cadb"),
    ])
    func `items are listed by a column, those without it last`(order: ItemQuery.Order, up: String, down: String)
        async throws
    {
        try await Self.run { inventory in
            for (isDescending, names) in [(false, up), (true, down)] {
                let page = try await inventory.items(ItemQuery(order: order, isDescending: isDescending))
                #expect(page.items.map(\.name).joined() == names)
            }
        }
    }

    @Test func `warranties that end in a range of days`() async throws {
        try await Self.run { inventory in
            let days = try #require(Day("2026-12-01"))...(try #require(Day("2026-12-05")))
            let page = try await inventory.items(ItemQuery(warranty: days, order: .warrantyUntil))
            #expect(page.items.map(\.name) == ["c", "a"] && page.total == 2)
        }
    }
}
