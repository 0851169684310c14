import Testing

@testable import Inventory

@Suite struct InventorySummaryTests {
    private let rates: ExchangeRates
    private let dollar: Currency
    private let dinar: Currency

    init() throws {
        dollar = try #require(Currency("USD"))
        dinar = try #require(Currency("KWD"))
        let day = try #require(Day("2026-01-02"))
        rates = try ExchangeRates(date: day, source: .shipped, perEuro: [dollar: "1.25"])
    }

    private func sum(_ category: String, _ room: String, _ currency: Currency?, _ minorUnits: Int128)
        -> ItemSum
    {
        ItemSum(
            category: category, room: room, currency: currency, items: 1, quantity: 2, minorUnits: minorUnits)
    }

    @Test func `totals are by category and room, the dearest first`() throws {
        let summary = try InventorySummary(
            [
                sum("Light", "Hall", .euro, 100), sum("Seats", "Hall", .euro, 300),
                sum("Seats", "", dollar, 125),
                sum("", "Hall", nil, 0),
            ], in: .euro, rates: rates)
        #expect(summary.text(summary.minorUnits) == "5.00")
        #expect(summary.items == 4 && summary.quantity == 8 && summary.unpriced == 1)
        #expect(summary.categories.map(\.name) == ["Seats", "Light", ""])
        #expect(summary.categories.map(\.minorUnits) == [400, 100, 0])
        #expect(summary.rooms.map(\.name) == ["Hall", ""])
        #expect(summary.rooms.map(\.minorUnits) == [400, 100])
        #expect(summary.ratesDate.description == "2026-01-02" && summary.ratesSource == .shipped)
    }

    @Test func `what has no rate is beside the total`() throws {
        let summary = try InventorySummary(
            [sum("a", "", dinar, 1234), sum("a", "", .euro, 100)], in: .euro, rates: rates)
        #expect(summary.minorUnits == 100)
        #expect(summary.unconverted.map(\.text) == ["1.234"])
    }

    @Test func `a currency without a rate is a total only of itself`() throws {
        #expect(try InventorySummary([sum("a", "", dinar, 1234)], in: dinar, rates: rates).minorUnits == 1234)
        #expect(throws: SummaryError.noRate(dinar)) {
            try InventorySummary([sum("a", "", .euro, 1)], in: dinar, rates: rates)
        }
    }

    @Test func `a sum beyond 128 bits is an error, not a wrong number`() {
        #expect(throws: SummaryError.tooLarge) {
            try InventorySummary(
                [sum("a", "", .euro, .max), sum("b", "", .euro, 1)], in: .euro, rates: rates)
        }
    }
}
