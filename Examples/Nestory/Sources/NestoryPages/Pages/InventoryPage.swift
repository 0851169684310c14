public import Inventory

/// What the page of the inventory shows.
public struct InventoryPage: Sendable {
    /// What its address asked for.
    public var address: PageAddress
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
    /// Why the items cannot be shown, in words for people; nil where they are.
    public var problem: String?
    /// The changes that are kept on this device, and not yet in the inventory.
    public var kept: KeptChanges

    /// Describes the page.
    public init(
        address: PageAddress, items: ItemPage, places: ItemPlaces, summary: InventorySummary?,
        currencies: [Currency],
        today: Day, problem: String? = nil, kept: KeptChanges = KeptChanges()
    ) {
        self.address = address
        self.items = items
        self.places = places
        self.summary = summary
        self.currencies = currencies
        self.today = today
        self.problem = problem
        self.kept = kept
    }
}
