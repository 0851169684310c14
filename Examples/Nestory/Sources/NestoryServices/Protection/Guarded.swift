public import Inventory
public import ServiceHealth

/// A service that is protected, and whose health is known. It has no fallback.
///
/// A call throws ``ServiceUnavailableError`` where this part of the program fails. An error that is no failure of it, such as
/// one of the inventory, is thrown as it is.
public struct Guarded<Live: Sendable>: Sendable {
    private let live: Live
    private let protection: ServiceProtection
    private let calls: ResiliencePipeline

    /// Guards a service.
    public init(_ live: Live, _ calls: KeyPath<ServiceProtection, ResiliencePipeline>, of protection: ServiceProtection)
    {
        self.live = live
        self.protection = protection
        self.calls = protection[keyPath: calls]
    }

    private func call<Value: Sendable>(
        _ method: StaticString, _ body: @Sendable (Live) async throws -> Value
    ) async throws -> Value {
        try await calls.call(method) {
            try await body(live)
        } recover: { failure in
            throw ServiceUnavailableError(service: calls.service, cause: protection.told(failure, by: calls))
        }.value
    }
}

extension Guarded: BackupService where Live == any BackupService {
    /// Makes a copy.
    public func backUp() async throws -> Backup { try await call("backUp") { try await $0.backUp() } }

    /// Returns the copies that there are. To list them proves nothing about the next one, so it is not counted.
    public func backups() async throws -> [Backup] { try await live.backups() }
}

extension Guarded: NotificationService where Live == any NotificationService {
    /// Sends what is due.
    public func notify() async throws -> NotificationReport { try await call("notify") { try await $0.notify() } }
}

extension Guarded: ExportService where Live == any ExportService {
    /// Returns the inventory as it is now, a piece of the file at a time.
    public func export(_ format: ExportFormat) async throws -> AsyncThrowingStream<[UInt8], any Error> {
        try await call("export") { try await $0.export(format) }
    }
}

extension Guarded: ReportService where Live == any ReportService {
    /// Writes the report with its totals in one currency.
    public func report(in currency: Currency) async throws -> InsuranceReport {
        try await call("report") { try await $0.report(in: currency) }
    }
}

extension Guarded: SummaryService where Live == any SummaryService {
    /// Adds up all items in one currency.
    public func summary(in currency: Currency) async throws -> InventorySummary {
        try await call("summary") { try await $0.summary(in: currency) }
    }
}
