public import Inventory
public import ServiceHealth

/// Checks whether the items can be read: from the file, or at least as they were last known.
public struct ItemsCheck: Sendable {
    private let inventory: any InventoryService

    /// Checks an inventory.
    public init(inventory: any InventoryService) {
        self.inventory = inventory
    }

    /// Adds the check to those that say whether the program is ready.
    public func register(with checks: HealthChecks) {
        checks.register("items") { await result() }
    }

    private func result() async -> HealthCheckResult {
        let age = AnswerAge()
        do {
            _ = try await AnswerAge.$current.withValue(age) { try await inventory.items(ItemQuery(limit: 0)) }
            guard let asOf = age.asOf else { return HealthCheckResult(.pass) }
            return HealthCheckResult(.warn, detail: "The items are those of \(asOf).")
        } catch {
            return HealthCheckResult(
                .fail, detail: (error as? any ExplainedError)?.message ?? "The items cannot be read.")
        }
    }
}
