/// Imports CSV into the inventory, in one transaction.
public struct CSVImports: ImportService {
    private let inventory: any InventoryService
    private let clock: any WallClock

    /// Uses an inventory and a clock.
    public init(inventory: any InventoryService, clock: any WallClock) {
        self.inventory = inventory
        self.clock = clock
    }

    /// Imports a CSV file in one transaction.
    public func importCSV(
        from source: any ByteSource, options: ImportOptions,
        progress: @escaping @Sendable (ImportProgress) -> Void
    ) async throws -> ImportReport {
        let now = clock.now
        return try await inventory.transaction { inserter in
            var importer = CSVImporter(options: options, now: now, insert: inserter.insert)
            let report = try importer.run(source, progress: progress)
            return (report, keep: !report.isRefused && !options.dryRun)
        }
    }
}
