/// Writes up the inventory with the rates of the currency service.
public struct InsuranceReports: ReportService {
    private static let batch = 500

    private let inventory: any InventoryService
    private let currencies: any CurrencyService
    private let clock: any WallClock

    /// Uses an inventory, a currency service, and a clock that says when a report is made.
    public init(inventory: any InventoryService, currencies: any CurrencyService, clock: any WallClock) {
        self.inventory = inventory
        self.currencies = currencies
        self.clock = clock
    }

    /// Lists everything with what it cost, by room and category, as it is at one moment.
    public func report(in currency: Currency) async throws -> InsuranceReport {
        var items: [Item] = []
        for try await batch in try await inventory.batches(of: Self.batch) { items += batch }
        return try InsuranceReport(items, in: currency, rates: try await rates(), made: clock.now)
    }

    /// Returns the rates; nil where there are none, which the report then says.
    private func rates() async throws -> ExchangeRates? {
        do {
            return try await currencies.rates()
        } catch {
            // The failure is the currency service's own, and was recorded there; only a cancellation is ours.
            try Task.checkCancellation()
            return nil
        }
    }
}
