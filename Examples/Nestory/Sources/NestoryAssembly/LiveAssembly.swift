import Inventory
import InventoryStore
public import Service

/// Registers what the program runs with: the inventory in a file, the machine's clock, and what the options say.
public struct LiveAssembly: ServiceAssembly {
    private let path: String
    private let options: LiveOptions

    /// Describes the services.
    ///
    /// - Parameters:
    ///   - path: The inventory's file; it is opened, or made, when the inventory is first used.
    ///   - options: Where the other services are.
    nonisolated public init(path: String, options: LiveOptions = LiveOptions()) {
        self.path = path
        self.options = options
    }

    /// Registers the services.
    public func assemble(env: ServiceEnv) {
        env.assemble(HealthAssembly())
        env.register((any InventoryService).self, onShutdown: { try await $0.close() }) { [path] in
            try SQLiteInventory(path: path)
        }
        env.register((any WallClock).self) { SystemClock() }
        env.assemble(OutsideAssembly(path: path, options: options))
        env.assemble(ComputedAssembly())
    }
}
