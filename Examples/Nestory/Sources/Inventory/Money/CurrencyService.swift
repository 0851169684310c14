/// Knows what currencies are worth.
public protocol CurrencyService: Sendable {
    /// Returns the newest rates that there are.
    func rates() async throws -> ExchangeRates
}
