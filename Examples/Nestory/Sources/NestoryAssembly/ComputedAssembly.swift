import Inventory
public import Service

/// Registers the services that need nothing but other services.
public struct ComputedAssembly: ServiceAssembly {
    /// Describes the services.
    nonisolated public init() {}

    /// Registers the services.
    public func assemble(env: ServiceEnv) {
        env.register((any ImportService).self) { CSVImports() }
        env.register((any ExportService).self) { InventoryExports() }
        env.register((any SummaryService).self) { InventoryTotals() }
    }
}
