/// An exact amount: a whole number of a currency's minor units.
///
/// There is no binary floating point on the way in or out.
///
/// ```swift
/// let price = try Money("12.5", in: .euro)
/// #expect(price.minorUnits == 1250)
/// #expect(price.text == "12.50")
/// ```
public struct Money: Codable, Hashable, Sendable {
    /// The amount, in minor units: cents for the euro, whole yen for the yen.
    public let minorUnits: Int64
    /// The currency.
    public let currency: Currency

    /// The highest amount that an item may cost, in whole units of its currency.
    public static let highestWholeUnits: Int64 = 1_000_000_000_000

    /// Wraps an amount.
    public init(minorUnits: Int64, currency: Currency) {
        self.minorUnits = minorUnits
        self.currency = currency
    }

    /// Reads an amount such as `12`, `12.5` or `12.50`.
    ///
    /// Zeros beyond the currency's decimals are accepted, as they change nothing; signs, separators and
    /// exponents are not.
    ///
    /// - Parameters:
    ///   - text: ASCII digits, with a point before the decimals if there are any.
    ///   - currency: The currency, which says how many decimals there may be.
    /// - Throws: ``MoneyError``.
    public init(_ text: some StringProtocol, in currency: Currency) throws(MoneyError) {
        let number = try DecimalText(text)
        guard number.decimals.count <= currency.decimals else {
            throw .tooManyDecimals(allowed: currency.decimals)
        }
        guard let scaled = number.scaled(to: currency.decimals),
            let highest = Int64.powerOfTen(currency.decimals).map({ $0 * Self.highestWholeUnits }),
            scaled <= highest
        else { throw .tooHigh }
        self.init(minorUnits: Int64(scaled), currency: currency)
    }

    /// The amount as text, with all of the currency's decimals and a point: `12.50`.
    public var text: String { Self.text(minorUnits: Int128(minorUnits), decimals: currency.decimals) }

    /// Writes an amount of any size as text.
    ///
    /// - Parameters:
    ///   - minorUnits: The amount in units of the last decimal.
    ///   - decimals: How many digits stand behind the point; none, and no point, for 0.
    public static func text(minorUnits: Int128, decimals: Int) -> String {
        let sign = minorUnits < 0 ? "-" : ""
        var digits = String(minorUnits.magnitude)
        guard decimals > 0 else { return sign + digits }
        if digits.count <= decimals {
            digits = String(repeating: "0", count: decimals + 1 - digits.count) + digits
        }
        return sign + digits.dropLast(decimals) + "." + digits.suffix(decimals)
    }
}
