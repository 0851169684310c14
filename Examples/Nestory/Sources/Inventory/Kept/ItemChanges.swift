public import struct Foundation.UUID

/// Makes changes of single items now, or keeps them until the inventory is available.
public protocol ItemChanges: Sendable {
    /// Whether changes are kept while the inventory is not available.
    var keepsChanges: Bool { get }

    /// Makes or keeps a change, once: a change whose key is known is not made again.
    ///
    /// - Returns: Which of the two. Only what is done is in the inventory.
    /// - Throws: ``InventoryError``. Then nothing was changed and nothing is kept, unless it is
    ///   ``InventoryError/outcomeUnknown``.
    func make(_ change: ItemChange) async throws -> ChangeOutcome

    /// Returns the changes that are kept.
    ///
    /// - Throws: ``InventoryError`` if they cannot be read.
    func kept() async throws -> KeptChanges

    /// Carries out what a person decided about a refused change.
    ///
    /// - Returns: Whether there is such a change, and it waits for a decision.
    /// - Throws: ``InventoryError`` if the decision cannot be written down; then it was not carried out.
    func decide(_ decision: KeptDecision, on number: Int64) async throws -> Bool
}

extension ItemChanges {
    /// Returns an item as it will be once its waiting changes are in the inventory.
    ///
    /// - Throws: What the inventory throws, unless the item is among the kept changes.
    public func item(_ id: UUID, in inventory: any InventoryService) async throws -> Item? {
        let kept = try await kept()
        do {
            return kept.item(id, over: try await inventory.item(id))
        } catch let error as InventoryError {
            guard let item = kept.item(id, over: nil) else { throw error }
            return item
        }
    }
}
