package import Inventory
package import ServiceHealth
import ServiceMacros

extension ServiceProtection {
    /// Returns the calls of a guard, which throw ``ServiceUnavailableError`` where this part of the program fails.
    ///
    /// An error that is no failure of it, such as one of the inventory, is thrown as it is.
    package func calls(_ pipeline: KeyPath<ServiceProtection, ResiliencePipeline>) -> ResilientCalls {
        let pipeline = self[keyPath: pipeline]
        return ResilientCalls(
            pipeline,
            failures: { [self] failure in
                ServiceUnavailableError(service: pipeline.service, cause: told(failure, by: pipeline))
            })
    }
}

@Resilient(of: (any BackupService).self)
package protocol Backups {
    func backUp() async throws -> Backup
    // To list the copies proves nothing about the next one, so it is not counted.
    @Unguarded func backups() async throws -> [Backup]
}

@Resilient(of: (any NotificationService).self)
package protocol Notifications {
    func notify() async throws -> NotificationReport
}

@Resilient(of: (any ExportService).self)
package protocol Exports {
    func export(_ format: ExportFormat) async throws -> AsyncThrowingStream<[UInt8], any Error>
}

@Resilient(of: (any ReportService).self)
package protocol Reports {
    func report(in currency: Currency) async throws -> InsuranceReport
}

@Resilient(of: (any SummaryService).self)
package protocol Summaries {
    func summary(in currency: Currency) async throws -> InventorySummary
}
