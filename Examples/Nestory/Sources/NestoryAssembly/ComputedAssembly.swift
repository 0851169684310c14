import Inventory
import NestoryServices
public import Service

/// Registers the services that need nothing but other services, unprotected.
public struct ComputedAssembly: ServiceAssembly {
    /// Describes the services.
    nonisolated public init() {}

    /// Registers the services.
    public func assemble(env: ServiceEnv) {
        env.register((any ImportService).self, needs: (any InventoryService).self, (any WallClock).self) {
            CSVImports(inventory: $0, clock: $1)
        }
        env.register((any ExportService).self, name: .live, needs: (any InventoryService).self) {
            InventoryExports(inventory: $0)
        }
        env.register(
            (any SummaryService).self, name: .live, needs: (any InventoryService).self, (any CurrencyService).self
        ) {
            InventoryTotals(inventory: $0, currencies: $1)
        }
    }
}
