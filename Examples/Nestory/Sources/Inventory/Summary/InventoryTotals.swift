import Service

/// Adds up the inventory with the rates of the currency service.
public struct InventoryTotals: SummaryService {
    @Service private var inventory: any InventoryService
    @Service private var currencies: any CurrencyService

    /// Uses the services of the current environment.
    public init() {}

    /// Adds up all items in one currency.
    public func summary(in currency: Currency) async throws -> InventorySummary {
        try InventorySummary(try await inventory.sums(), in: currency, rates: try await currencies.rates())
    }
}
