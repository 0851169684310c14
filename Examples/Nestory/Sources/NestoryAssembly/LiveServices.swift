public import Inventory
import InventoryStore

/// The services over a database file.
public struct LiveServices: Sendable {
    public let inventory: any InventoryService
    public let clock: any WallClock
    public let imports: any ImportService
    public let exports: any ExportService
    public let currencies: any CurrencyService
    public let summaries: any SummaryService

    public init(path: String) throws {
        inventory = try SQLiteInventory(path: path)
        clock = SystemClock()
        imports = CSVImports(inventory: inventory, clock: clock)
        exports = InventoryExports(inventory: inventory)
        currencies = try ShippedRates()
        summaries = InventoryTotals(inventory: inventory, currencies: currencies)
    }
}
