import Inventory
import Testing

@Suite struct ExchangeRatesTests {
    private let rates: ExchangeRates
    private let dollar: Currency
    private let yen: Currency

    init() throws {
        dollar = try #require(Currency("USD"))
        yen = try #require(Currency("JPY"))
        let day = try #require(Day("2026-01-02"))
        rates = try ExchangeRates(date: day, source: .shipped, perEuro: [dollar: "1.25", yen: "160"])
    }

    @Test func `an amount is converted through the euro`() throws {
        #expect(try #require(rates.sum(of: [dollar: 12_500], in: .euro)).total == 10_000)
        #expect(try #require(rates.sum(of: [dollar: 12_500], in: yen)).total == 16_000)
        #expect(try #require(rates.sum(of: [yen: 16_000], in: dollar)).total == 12_500)
    }

    @Test func `amounts of several currencies are added and rounded once`() throws {
        // 0.008 euros each: rounded one by one they would be 0.02.
        #expect(try #require(rates.sum(of: [dollar: 1, .euro: 1], in: .euro)).total == 2)
        // 1 yen is 0.625 cents, 2 yen are 1.25 cents.
        #expect(try #require(rates.sum(of: [yen: 2], in: .euro)).total == 1)
    }

    @Test(arguments: [(4, 2), (12, 8), (20, 12), (28, 18)])
    func `a half is rounded to the even neighbour`(yen: Int, cents: Int) throws {
        // 4 yen are 2.5 cents.
        #expect(try #require(rates.sum(of: [self.yen: Int128(yen)], in: .euro)).total == Int128(cents))
    }

    @Test func `an amount without a rate is named and not counted`() throws {
        let dinar = try #require(Currency("KWD"))
        let sum = try #require(rates.sum(of: [dinar: 5, .euro: 7], in: .euro))
        #expect(sum.total == 7)
        #expect(sum.unconverted == [dinar])
    }

    @Test func `a currency without a rate converts to itself`() throws {
        let dinar = try #require(Currency("KWD"))
        let sum = try #require(rates.sum(of: [dinar: 5], in: dinar))
        #expect(sum.total == 5 && sum.unconverted.isEmpty)
    }

    @Test func `an absurd amount is exact, and beyond 128 bits there is no sum`() throws {
        let much: Int128 = 1_000_000_000_000_000_000_000_000
        #expect(try #require(rates.sum(of: [dollar: much * 5], in: .euro)).total == much * 4)
        #expect(rates.sum(of: [dollar: Int128.max], in: yen) == nil)
    }

    @Test(arguments: ["0", "-1", "1,5", "1e5", "", "0.0000000000001"])
    func `a rate that is no number above zero is refused`(rate: String) throws {
        let day = try #require(Day("2026-01-02"))
        #expect(throws: MoneyError.self) {
            try ExchangeRates(date: day, source: .live, perEuro: [dollar: rate])
        }
    }

    @Test func `the shipped rates can be read`() throws {
        let shipped = try ShippedRates().rates()
        #expect(shipped.currencies.count == 31)
        #expect(shipped.date.description == "2024-12-31")
    }
}
