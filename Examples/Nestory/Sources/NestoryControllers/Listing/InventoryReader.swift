import Inventory
import Service

/// Finds what a page of the inventory shows. Without totals where those cannot be had: the items are what counts.
public struct InventoryReader: Sendable {
    private let inventory = Service((any InventoryService).self)
    private let summaries = Service((any SummaryService).self)
    private let currencies = Service((any CurrencyService).self)
    private let changes = Service((any ItemChanges).self)
    private let clock = Service((any WallClock).self)

    /// Uses the services of the current environment.
    public init() {}

    /// Finds what a page shows.
    ///
    /// - Parameters:
    ///   - request: What to show.
    ///   - didMiss: Gets the error of each part that is left out.
    /// - Throws: ``InventoryError``, or `ServiceError` where the inventory cannot be had.
    @concurrent public func contents(
        of request: InventoryRequest, didMiss: @Sendable (any Error) -> Void = { _ in }
    ) async throws -> InventoryContents {
        let inventory = try inventory.resolve()
        // First: what is delivered meanwhile is shown as kept for a moment longer, rather than not at all.
        let kept = await attempt(didMiss) { try await changes.resolve().kept() }
        let items = try await inventory.items(request.query)
        let places = try await inventory.places()
        let summary = await attempt(didMiss) { try await summaries.resolve().summary(in: request.currency) }
        let rates = await attempt(didMiss) { try await currencies.resolve().rates() }
        return InventoryContents(
            request: request, items: items, places: places, summary: summary,
            currencies: rates?.currencies ?? [request.currency], today: clock().now.day,
            kept: kept ?? KeptChanges())
    }

    private func attempt<Value>(_ didMiss: (any Error) -> Void, _ body: () async throws -> Value) async -> Value? {
        do {
            return try await body()
        } catch {
            didMiss(error)
            return nil
        }
    }
}
