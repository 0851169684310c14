/// The exchange rates that come with the program: the European Central Bank's of 31 December 2024, as far as we know.
///
/// They were written down by hand and never compared with what the bank published, so they are good for a first guess and
/// no more. Start the program with `--rates-url` for real ones. They serve until such were fetched; every total says from
/// which day its rates are.
public struct ShippedRates: CurrencyService {
    private let shipped: ExchangeRates

    /// Reads the rates.
    ///
    /// - Throws: ``MoneyError`` where the table in the program is wrong.
    public init() throws(MoneyError) {
        var perEuro: [Currency: String] = [:]
        for (code, rate) in Self.table {
            guard let currency = Currency(code) else { throw .notANumber }
            perEuro[currency] = rate
        }
        guard let date = Day(year: 2024, month: 12, day: 31) else { throw .notANumber }
        shipped = try ExchangeRates(date: date, source: .shipped, perEuro: perEuro)
    }

    /// Returns the rates; they never change.
    public func rates() -> ExchangeRates { shipped }

    private static let table = [
        "AUD": "1.6772", "BGN": "1.9558", "BRL": "6.4253", "CAD": "1.4948", "CHF": "0.9412", "CNY": "7.5833",
        "CZK": "25.185", "DKK": "7.4578", "GBP": "0.82918", "HKD": "8.0686", "HUF": "411.35",
        "IDR": "16820.88",
        "ILS": "3.7885", "INR": "88.9335", "ISK": "143.90", "JPY": "163.06", "KRW": "1532.15",
        "MXN": "21.5504",
        "MYR": "4.6454", "NOK": "11.7950", "NZD": "1.8532", "PHP": "60.301", "PLN": "4.2750", "RON": "4.9743",
        "SEK": "11.4590", "SGD": "1.4164", "THB": "35.676", "TRY": "36.7372", "USD": "1.0389",
        "ZAR": "19.6188",
    ]
}
