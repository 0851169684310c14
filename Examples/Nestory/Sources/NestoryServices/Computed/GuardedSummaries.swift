public import Inventory

/// Totals that are protected, and whose health is known.
public struct GuardedSummaries: SummaryService {
    private let summaries: any SummaryService
    private let calls: ProtectedCalls

    /// Guards a service.
    public init(_ summaries: any SummaryService, protection: ServiceProtection) {
        self.summaries = summaries
        calls = protection.analytics
    }

    /// Adds up all items in one currency.
    public func summary(in currency: Currency) async throws -> InventorySummary {
        try await calls.compute("summary") { try await summaries.summary(in: currency) }
    }
}
