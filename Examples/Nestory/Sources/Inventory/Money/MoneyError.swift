/// Why a text is not an amount of money.
public enum MoneyError: Error, Equatable, Sendable {
    /// It is not digits with at most one point between them.
    case notANumber
    /// It starts with a minus sign.
    case negative
    /// It has digits that the currency's minor unit cannot hold.
    case tooManyDecimals(allowed: Int)
    /// It is above ``Money/highestWholeUnits``.
    case tooHigh
}
