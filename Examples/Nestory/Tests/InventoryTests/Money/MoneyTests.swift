import Inventory
import Testing

@Suite struct MoneyTests {
    @Test(arguments: [
        ("12.50", "EUR", 1250), ("12.5", "EUR", 1250), ("12", "EUR", 1200), ("0", "EUR", 0),
        ("0.01", "EUR", 1),
        ("007.50", "EUR", 750), ("12.500", "EUR", 1250), ("1200", "JPY", 1200), ("1200.00", "JPY", 1200),
        ("1.234", "KWD", 1234), ("1.2345", "CLF", 12345), ("1000000000000", "CLF", 10_000_000_000_000_000),
        ("1000000000000.00", "EUR", 100_000_000_000_000), ("0.1", "USD", 10), ("0.29", "USD", 29),
    ])
    func `an amount is read exactly`(text: String, code: String, minorUnits: Int64) throws {
        let currency = try #require(Currency(code))
        #expect(try Money(text, in: currency).minorUnits == minorUnits)
    }

    @Test(arguments: [
        ("", "EUR", MoneyError.notANumber), ("12,50", "EUR", .notANumber), (".5", "EUR", .notANumber),
        ("5.", "EUR", .notANumber), ("1e3", "EUR", .notANumber), ("1.2.3", "EUR", .notANumber),
        ("+1", "EUR", .notANumber),
        (" 1", "EUR", .notANumber), ("1 000", "EUR", .notANumber), ("0x10", "EUR", .notANumber),
        ("NaN", "EUR", .notANumber),
        ("١٢", "EUR", .notANumber), ("1\u{301}", "EUR", .notANumber), ("-1", "EUR", .negative),
        ("-0", "EUR", .negative),
        ("1.001", "EUR", .tooManyDecimals(allowed: 2)), ("1.5", "JPY", .tooManyDecimals(allowed: 0)),
        ("1000000000000.01", "EUR", .tooHigh), ("99999999999999999999999999999999999999999", "EUR", .tooHigh),
    ])
    func `an amount that is none is refused`(text: String, code: String, error: MoneyError) throws {
        let currency = try #require(Currency(code))
        #expect(throws: error) { try Money(text, in: currency) }
    }

    @Test(arguments: [
        (0, "EUR", "0.00"), (5, "EUR", "0.05"), (1250, "EUR", "12.50"), (1200, "JPY", "1200"),
        (1, "KWD", "0.001"),
        (12345, "CLF", "1.2345"),
    ])
    func `an amount is written with all decimals of its currency`(
        minorUnits: Int64, code: String, text: String
    ) throws {
        let currency = try #require(Currency(code))
        #expect(Money(minorUnits: minorUnits, currency: currency).text == text)
    }

    @Test func `what is written is read as the same amount in every currency`() throws {
        for currency in Currency.all {
            for minorUnits: Int64 in [0, 1, 9, 10, 99, 100, 12_345_678_901, 999_999_999_999] {
                let money = Money(minorUnits: minorUnits, currency: currency)
                #expect(try Money(money.text, in: currency) == money)
            }
        }
    }

    @Test func `a million prices of ten cents make exactly a hundred thousand`() throws {
        let price = try Money("0.10", in: .euro)
        let sum = (0..<1_000_000).reduce(Int128(0)) { sum, _ in sum + Int128(price.minorUnits) }
        #expect(Money.text(minorUnits: sum, decimals: 2) == "100000.00")
    }
}
