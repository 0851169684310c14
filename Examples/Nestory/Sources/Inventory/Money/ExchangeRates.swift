/// The exchange rates of one day: how much of each currency one euro buys.
public struct ExchangeRates: Sendable, Equatable {
    /// Where rates come from.
    public enum Source: String, Sendable {
        /// Fetched from the place that publishes them.
        case live
        /// The last ones that were fetched.
        case lastKnown = "last_known"
        /// The ones that came with the program.
        case shipped
    }

    /// One rate, exactly as published: `mantissa` divided by ten to the power of `decimals`.
    struct Rate: Sendable, Equatable {
        var mantissa: UInt64
        var decimals: Int
    }

    /// The day that they hold for.
    public let date: Day
    /// Where they come from.
    public private(set) var source: Source
    private var rates: [Currency: Rate]

    /// Reads rates as they are published.
    ///
    /// - Parameters:
    ///   - date: The day that they hold for.
    ///   - source: Where they come from.
    ///   - perEuro: How much of a currency one euro buys, as decimal text.
    /// - Throws: ``MoneyError`` for a rate that is not a number above zero with at most 12 digits.
    public init(date: Day, source: Source, perEuro: [Currency: String]) throws(MoneyError) {
        self.date = date
        self.source = source
        rates = [.euro: Rate(mantissa: 1, decimals: 0)]
        for (currency, text) in perEuro {
            let number = try DecimalText(text)
            guard number.whole.count + number.decimals.count <= 12,
                let mantissa = number.scaled(to: number.decimals.count), mantissa > 0
            else { throw .notANumber }
            rates[currency] = Rate(mantissa: UInt64(mantissa), decimals: number.decimals.count)
        }
    }

    /// Returns the same rates, saying that they come from elsewhere.
    public func from(_ source: Source) -> ExchangeRates {
        var rates = self
        rates.source = source
        return rates
    }

    /// The currencies that have a rate, by code.
    public var currencies: [Currency] { rates.keys.sorted() }

    /// Adds up amounts of several currencies in one of them.
    ///
    /// Each amount is converted with nine digits to spare, and the sum is rounded once, half to even.
    ///
    /// - Parameters:
    ///   - amounts: Minor units of each currency, not below zero.
    ///   - target: The currency of the sum.
    /// - Returns: The sum in the target's minor units, with the currencies that have no rate; a sum of
    ///   amounts without a rate is 0. nil where 128 bits cannot hold the sum.
    public func sum(of amounts: [Currency: Int128], in target: Currency) -> (
        total: Int128, unconverted: [Currency]
    )? {
        let spare = 9
        var total: UInt128 = 0
        var unconverted: [Currency] = []
        for (currency, amount) in amounts where amount > 0 {
            guard let from = rate(of: currency, for: target), let to = rate(of: target, for: currency) else {
                unconverted.append(currency)
                continue
            }
            guard
                let more = UInt128.powerOfTen(from.decimals + target.decimals + spare),
                let less = UInt128.powerOfTen(to.decimals + currency.decimals)
            else { return nil }
            let factor = UInt128(to.mantissa).multipliedReportingOverflow(by: more)
            let divisor = UInt128(from.mantissa).multipliedReportingOverflow(by: less)
            guard !factor.overflow, !divisor.overflow,
                let converted = Self.divide(
                    UInt128(amount), times: factor.partialValue, by: divisor.partialValue)
            else { return nil }
            let sum = total.addingReportingOverflow(converted)
            guard !sum.overflow else { return nil }
            total = sum.partialValue
        }
        guard let unit = UInt128.powerOfTen(spare) else { return nil }
        guard let rounded = Int128(exactly: Self.roundHalfToEven(total, unit: unit)) else { return nil }
        return (rounded, unconverted.sorted())
    }

    /// The rate, where one currency stays itself also when nobody publishes a rate for it.
    private func rate(of currency: Currency, for other: Currency) -> Rate? {
        currency == other ? Rate(mantissa: 1, decimals: 0) : rates[currency]
    }

    private static func divide(_ amount: UInt128, times factor: UInt128, by divisor: UInt128) -> UInt128? {
        let product = amount.multipliedFullWidth(by: factor)
        guard product.high < divisor else { return nil }
        return divisor.dividingFullWidth(product).quotient
    }

    private static func roundHalfToEven(_ value: UInt128, unit: UInt128) -> UInt128 {
        let (quotient, rest) = value.quotientAndRemainder(dividingBy: unit)
        let half = unit / 2
        return rest > half || (rest == half && quotient % 2 == 1) ? quotient + 1 : quotient
    }
}
