package import Inventory
import ServiceMacros
package import ServiceTesting

/// An import that waits for the test.
package typealias HeldImport = HeldCall<
    (source: any ByteSource, options: ImportOptions, progress: @Sendable (ImportProgress) -> Void), ImportReport,
    any Error
>

@Mock(of: (any BackupService).self)
package protocol Backups {
    func backUp() async throws -> Backup
    func backups() async throws -> [Backup]
}

@Mock(of: (any CurrencyService).self)
package protocol Currencies {
    func rates() async throws -> ExchangeRates
}

@Mock(of: (any ExportService).self)
package protocol Exports {
    func export(_ format: ExportFormat) async throws -> AsyncThrowingStream<[UInt8], any Error>
}

@Mock(of: (any ImportService).self)
package protocol Imports {
    func importCSV(
        from source: any ByteSource, options: ImportOptions, progress: @escaping @Sendable (ImportProgress) -> Void
    ) async throws -> ImportReport
}

@Mock(of: (any SummaryService).self)
package protocol Summaries {
    func summary(in currency: Currency) async throws -> InventorySummary
}
