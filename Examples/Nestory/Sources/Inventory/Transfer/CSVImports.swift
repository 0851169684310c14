import Service

/// Imports CSV into the inventory, in one transaction.
public struct CSVImports: ImportService {
    @Service private var inventory: any InventoryService
    @Service private var clock: any WallClock

    /// Uses the services of the current environment.
    public init() {}

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
