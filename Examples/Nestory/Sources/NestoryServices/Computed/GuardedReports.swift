public import Inventory

/// The insurance report, protected, and with its health known.
public struct GuardedReports: ReportService {
    private let reports: any ReportService
    private let calls: ProtectedCalls

    /// Guards a service.
    public init(_ reports: any ReportService, protection: ServiceProtection) {
        self.reports = reports
        calls = protection.report
    }

    /// Writes the report with its totals in one currency.
    public func report(in currency: Currency) async throws -> InsuranceReport {
        try await calls.compute("report") { try await reports.report(in: currency) }
    }
}
