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
        // Task-local, and the transaction runs on a thread of the database's.
        let language = Language.current
        return try await inventory.transaction { inserter in
            try Language.$current.withValue(language) {
                var importer = CSVImporter(options: options, now: now, insert: inserter.insert)
                let report = try importer.run(source, progress: progress)
                return (report, keep: !report.isRefused && !options.dryRun)
            }
        }
    }
}
