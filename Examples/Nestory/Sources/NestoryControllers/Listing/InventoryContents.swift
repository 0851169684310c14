public import Inventory

/// What a page of the inventory shows, as it was found.
public struct InventoryContents: Sendable, Equatable {
    /// What was asked for.
    public var request: InventoryRequest
    /// The items that were found.
    public var items: ItemPage
    /// The categories and rooms to choose from.
    public var places: ItemPlaces
    /// The totals; nil where they cannot be worked out now.
    public var summary: InventorySummary?
    /// The currencies that totals can be shown in.
    public var currencies: [Currency]
    /// The day on which the page is looked at.
    public var today: Day
    /// The changes that are kept on this device, and not yet in the inventory.
    public var kept: KeptChanges
}
