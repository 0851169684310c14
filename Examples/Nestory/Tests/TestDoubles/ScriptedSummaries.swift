public import Inventory

/// Totals that come, or fail, as the test says.
public final class ScriptedSummaries: SummaryService {
    /// The currencies that totals were asked for in.
    public let calls = ScriptedCalls<Currency, InventorySummary>()

    /// Starts without totals.
    public init() {}

    /// Waits for the test's answer.
    public func summary(in currency: Currency) async throws -> InventorySummary { try await calls.make(currency) }
}
