/// What several items cost together, in one currency.
public struct PaidAmount: Sendable, Equatable {
    /// The currency.
    public var currency: Currency
    /// Price times quantity, added up, in the currency's minor units.
    public var minorUnits: Int128

    /// Wraps an amount.
    public init(currency: Currency, minorUnits: Int128) {
        self.currency = currency
        self.minorUnits = minorUnits
    }

    /// The amount as CSV and JSON write it.
    public var text: String { Money.text(minorUnits: minorUnits, decimals: currency.decimals) }
}
