/// Adds up what the household owns.
public protocol SummaryService: Sendable {
    /// Adds up all items in one currency.
    ///
    /// - Throws: ``InventoryError``, ``SummaryError`` or what the currency service throws.
    func summary(in currency: Currency) async throws -> InventorySummary
}
