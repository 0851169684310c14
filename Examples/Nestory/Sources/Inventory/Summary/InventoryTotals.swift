/// Adds up the inventory with the rates of the currency service.
public struct InventoryTotals: SummaryService {
    private let inventory: any InventoryService
    private let currencies: any CurrencyService

    /// Uses an inventory and a currency service.
    public init(inventory: any InventoryService, currencies: any CurrencyService) {
        self.inventory = inventory
        self.currencies = currencies
    }

    /// Adds up all items in one currency.
    public func summary(in currency: Currency) async throws -> InventorySummary {
        try InventorySummary(try await inventory.sums(), in: currency, rates: try await currencies.rates())
    }
}
