/// Makes changes in the inventory, and keeps none.
public struct DirectChanges: ItemChanges {
    private let inventory: any InventoryService

    /// Changes an inventory.
    public init(inventory: any InventoryService) {
        self.inventory = inventory
    }

    /// False: what the inventory refuses is refused.
    public var keepsChanges: Bool { false }

    /// Makes a change.
    public func make(_ change: ItemChange) async throws -> ChangeOutcome { .done(try await inventory.apply(change)) }

    /// Returns nothing.
    public func kept() async throws -> KeptChanges { KeptChanges() }

    /// Does nothing: no change is kept.
    public func decide(_ decision: KeptDecision, on number: Int64) async throws -> Bool { false }
}
