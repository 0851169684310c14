import Inventory
import InventoryStore
public import Service

/// Registers what the program runs with: the inventory in a file, the machine's clock, the shipped rates.
public struct LiveAssembly: ServiceAssembly {
    private let path: String

    /// Describes the services.
    ///
    /// - Parameter path: The inventory's file; it is opened, or made, when the inventory is first used.
    nonisolated public init(path: String) {
        self.path = path
    }

    /// Registers the services.
    public func assemble(env: ServiceEnv) {
        env.assemble(HealthAssembly())
        env.register((any InventoryService).self, onShutdown: { try await $0.close() }) { [path] in
            try SQLiteInventory(path: path)
        }
        env.register((any WallClock).self) { SystemClock() }
        env.register((any CurrencyService).self) { try ShippedRates() }
        env.assemble(ComputedAssembly())
    }
}
