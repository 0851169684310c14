import Inventory
import Testing

@Suite struct CurrencyTests {
    @Test(arguments: [
        ("EUR", 2), ("usd", 2), ("JPY", 0), ("KRW", 0), ("ISK", 0), ("UGX", 0), ("BHD", 3), ("TND", 3),
        ("CLF", 4),
        ("UYW", 4), ("XCG", 2), ("ZWG", 2), ("MRU", 2),
    ])
    func `a currency has the decimals of ISO 4217`(code: String, decimals: Int) throws {
        #expect(try #require(Currency(code)).decimals == decimals)
    }

    @Test(arguments: ["", "EU", "EURO", "ABC", "XXX", "XAU", "XTS", "€", "ＥＵＲ", "EUR ", "E\u{0}R"])
    func `a code that ISO 4217 has not, or not with a minor unit, is no currency`(code: String) {
        #expect(Currency(code) == nil)
    }

    @Test func `codes are three capitals and none is there twice`() {
        #expect(Currency.all.count > 150)
        #expect(Set(Currency.all).count == Currency.all.count)
        #expect(Currency.all.allSatisfy { $0.code.count == 3 && $0.code == $0.code.uppercased() })
    }
}
