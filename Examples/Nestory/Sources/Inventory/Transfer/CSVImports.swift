import struct Foundation.UUID

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
        let batch = UUID()
        // Task-local, and the transaction runs on a thread of the database's.
        let language = Language.current
        return try await inventory.transaction(as: options.dryRun ? nil : options.key) { inserter in
            try Language.$current.withValue(language) {
                var importer = CSVImporter(
                    options: options, now: now, changing: inserter,
                    insert: { try inserter.insert($0, hasOwnID: $1, of: batch) })
                var report = try importer.run(source, progress: progress)
                let isKept = !report.isRefused && !options.dryRun
                if isKept, report.imported > 0 { report.batch = batch }
                return (report, keep: isKept)
            }
        }
    }
}
