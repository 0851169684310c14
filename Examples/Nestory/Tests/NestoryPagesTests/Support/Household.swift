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
                address: PageAddress { parameters[$0] }, items: ItemPage(items: items, total: total ?? items.count),
                places: places, summary: summary, currencies: [.euro], today: #require(today)))
    }

    /// Adds up sums with the rates that come with the program.
    static func summary(_ sums: [ItemSum], in currency: Currency = .euro) async throws -> InventorySummary {
        try await InventoryTotals(inventory: SumsOnly(all: sums), currencies: ShippedRates()).summary(in: currency)
    }
}

/// An inventory of which only the sums are asked for.
private struct SumsOnly: InventoryService {
    let all: [ItemSum]

    func sums() -> [ItemSum] { all }
    func items(_ query: ItemQuery) -> ItemPage { ItemPage(items: [], total: 0) }
    func item(_ id: UUID) -> Item? { nil }
    func add(_ item: Item) {}
    func replace(_ item: Item) -> Bool { false }
    func remove(_ id: UUID) -> Bool { false }
    func places() -> ItemPlaces { ItemPlaces(categories: [], rooms: []) }
    func batches(of count: Int) -> AsyncThrowingStream<[Item], any Error> { AsyncThrowingStream { $0.finish() } }
    func transaction<Result: Sendable>(
        _ body: @escaping @Sendable (any ItemInserter) throws -> (result: Result, keep: Bool)
    ) throws -> Result { throw CancellationError() }
}
