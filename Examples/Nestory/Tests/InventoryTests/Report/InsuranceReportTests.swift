import Foundation
import Inventory
import ServiceTesting
import TestDoubles
import Testing

@Suite struct InsuranceReportTests {
    private static func item(
        _ name: String, _ room: String = "", _ category: String = "", price: Int64? = nil, currency: String = "EUR",
        quantity: Int = 1
    ) throws -> Item {
        let money = try #require(Currency(currency))
        return Item(
            id: UUID(), name: name, category: category, room: room, quantity: quantity,
            price: price.map { Money(minorUnits: $0, currency: money) }, updatedAt: .epoch)
    }

    private static func report(
        _ items: [Item], in code: String = "EUR", rates: ExchangeRates? = nil
    ) throws -> InsuranceReport {
        try InsuranceReport(items, in: #require(Currency(code)), rates: rates, made: .epoch)
    }

    private static func rates() throws -> ExchangeRates {
        try ExchangeRates(
            date: #require(Day("2026-11-19")), source: .live, perEuro: [#require(Currency("USD")): "2"])
    }

    @Test func `items are sorted into rooms and categories by name, those without one last`() throws {
        let report = try Self.report([
            Self.item("b", "Study", "Art"), Self.item("Éclair", "Study", "Art"), Self.item("A", "Study", "Art"),
            Self.item("c", "attic"), Self.item("d"), Self.item("e", "Study"), Self.item("f", "Study", "Books"),
        ])
        let shape = report.rooms.map { room in
            "\(room.name):"
                + room.categories.map { "\($0.name)[\($0.items.map(\.name).joined(separator: ","))]" }.joined()
        }
        #expect(shape == ["attic:[c]", "Study:Art[A,b,Éclair]Books[f][e]", ":[d]"])
        #expect(report.itemCount == 7)
    }

    @Test func `a category's total counts pieces and converts exactly`() throws {
        let report = try Self.report(
            [
                Self.item("a", "R", "C", price: 10_01, quantity: 3),
                Self.item("b", "R", "C", price: 5, currency: "USD"),
                Self.item("c", "R", "C"),
            ], rates: Self.rates())
        let category = try #require(report.rooms.first?.categories.first)
        // 30.03 euros and 2.5 cents: half a cent goes to the even one.
        #expect(category.minorUnits == 30_06)
        #expect(category.minorUnits == report.summary?.minorUnits)
        #expect(report.amounts.map(\.text) == ["30.03", "0.05"] && report.gap == nil)
    }

    @Test func `without rates all items are there, and the report says what is missing`() throws {
        let report = try Self.report([Self.item("a", price: 100), Self.item("b", price: 200, currency: "CHF")])
        #expect(report.gap == .ratesUnavailable && report.summary == nil)
        #expect(report.rooms.first?.categories.first?.minorUnits == nil)
        #expect(report.amounts.map { "\($0.currency) \($0.text)" } == ["CHF 2.00", "EUR 1.00"])
        #expect(report.itemCount == 2)
    }

    @Test func `a currency without a rate leaves a gap where others would have to be converted`() throws {
        let foreign = try Self.report([Self.item("a", price: 100)], in: "VND", rates: Self.rates())
        #expect(foreign.gap == .noRate && foreign.summary == nil)
        let own = try Self.report([Self.item("a", price: 100, currency: "VND")], in: "VND", rates: Self.rates())
        #expect(own.gap == nil && own.summary?.minorUnits == 100)
    }

    @Test func `what has no rate is not in the total, and is named`() throws {
        let report = try Self.report(
            [Self.item("a", price: 100), Self.item("b", price: 700, currency: "VND")], rates: Self.rates())
        #expect(report.summary?.minorUnits == 100)
        #expect(report.summary?.unconverted.map(\.text) == ["700"])
    }

    @Test func `an empty inventory gives an empty report`() throws {
        let report = try Self.report([], rates: Self.rates())
        #expect(report.rooms.isEmpty && report.summary?.minorUnits == 0 && report.amounts.isEmpty)
    }

    private struct NoRates: Error {}

    @Test func `rates that fail do not fail the report`() async throws {
        let now = try #require(Timestamp("2026-11-20T12:00:00Z"))
        let inventory = BatchesOnly(items: [try Self.item("a", price: 100), try Self.item("b")])
        let currencies = MockCurrencies()
        currencies.stub.rates.fails(NoRates())
        let report = try await InsuranceReports(
            inventory: inventory, currencies: currencies, clock: Stopped(now: now)
        ).report(in: .euro)
        #expect(report.gap == .ratesUnavailable && report.itemCount == 2 && report.made == now)
    }

    @Test func `items that cannot be read fail the report`() async throws {
        let inventory = BatchesOnly(items: nil)
        let reports = InsuranceReports(
            inventory: inventory, currencies: try ShippedRates(), clock: Stopped(now: .epoch))
        await #expect(throws: InventoryError.busy) { try await reports.report(in: .euro) }
    }
}

private struct Stopped: WallClock {
    let now: Timestamp
}

/// An inventory that can only be read as a whole, or not at all.
private struct BatchesOnly: InventoryService {
    let items: [Item]?

    func batches(of count: Int) throws -> AsyncThrowingStream<[Item], any Error> {
        guard let items else { throw InventoryError.busy }
        return AsyncThrowingStream { stream in
            for item in items { stream.yield([item]) }
            stream.finish()
        }
    }

    func items(_ query: ItemQuery) throws -> ItemPage { throw InventoryError.busy }
    func item(_ id: UUID) throws -> Item? { throw InventoryError.busy }
    func apply(_ change: ItemChange) throws -> Item? { throw InventoryError.busy }
    func places() throws -> ItemPlaces { throw InventoryError.busy }
    func sums() throws -> [ItemSum] { throw InventoryError.busy }
    func close() {}
    func transaction<Result: Codable & Sendable>(
        as key: ChangeKey?, _ body: @escaping @Sendable (any ItemInserter) throws -> (result: Result, keep: Bool)
    ) throws -> Result { throw InventoryError.busy }
}
