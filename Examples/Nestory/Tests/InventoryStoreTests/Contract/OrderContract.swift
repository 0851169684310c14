import Foundation
import Inventory
import Testing

@Suite struct OrderContract {
    private static func run(_ backend: Backend, _ test: (any InventoryService) async throws -> Void) async throws {
        try await backend.run { store in
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

    @Test(
        arguments: Backend.available,
        [
            (ItemQuery.Order.name, "abcd", "dcba"), (.room, "cadb", "adcb"), (.purchaseDate, "cadb", "dacb"),
            (.warrantyUntil, "cadb", "dacb"), (.value, "cdab", "cadb"),
        ])
    func `items are listed by a column, those without it last`(
        backend: Backend, names: (order: ItemQuery.Order, up: String, down: String)
    ) async throws {
        try await Self.run(backend) { inventory in
            for (isDescending, expected) in [(false, names.up), (true, names.down)] {
                let page = try await inventory.items(ItemQuery(order: names.order, isDescending: isDescending))
                #expect(page.items.map(\.name).joined() == expected)
            }
        }
    }

    @Test(arguments: Backend.available) func `warranties that end in a range of days`(backend: Backend) async throws {
        try await Self.run(backend) { inventory in
            let days = try #require(Day("2026-12-01"))...(try #require(Day("2026-12-05")))
            let page = try await inventory.items(ItemQuery(warranty: days, order: .warrantyUntil))
            #expect(page.items.map(\.name) == ["c", "a"] && page.total == 2)
        }
    }
}
