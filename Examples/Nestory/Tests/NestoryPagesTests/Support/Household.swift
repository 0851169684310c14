import Foundation
import Inventory
import NestoryPages
import Testing

/// Items and pages for the tests.
enum Household {
    static let today = Day(year: 2026, month: 11, day: 20)

    /// Makes an item from texts, as a form would.
    static func item(_ name: String, _ fields: [ItemField: String] = [:]) throws -> Item {
        var text = ItemText()
        text[.name] = name
        for (field, value) in fields { text[field] = value }
        return try ItemValidator.item(from: text, newID: UUID(), now: .epoch)
    }

    /// Writes the page of an inventory.
    static func page(
        _ items: [Item] = [], total: Int? = nil, places: ItemPlaces = ItemPlaces(categories: [], rooms: []),
        summary: InventorySummary? = nil, _ parameters: [String: String] = [:]
    ) throws -> String {
        try NestoryPages().inventory(
            InventoryPage(
                address: PageAddress { parameters[$0] },
                items: ItemPage(items: items, total: total ?? items.count),
                places: places, summary: summary, currencies: [.euro], today: #require(today)))
    }

    /// Adds up sums with the rates that come with the program.
    static func summary(_ sums: [ItemSum], in currency: Currency = .euro) throws -> InventorySummary {
        try InventorySummary(sums, in: currency, rates: ShippedRates().rates())
    }
}
