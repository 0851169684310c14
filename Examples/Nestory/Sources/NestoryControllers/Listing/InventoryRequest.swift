public import Inventory

/// What a page of the inventory shows: which items, and the totals in which currency.
public struct InventoryRequest: Sendable, Equatable {
    /// The items to list.
    public var query: ItemQuery
    /// The currency of the totals.
    public var currency: Currency

    /// Describes what to show.
    public init(query: ItemQuery, currency: Currency) {
        self.query = query
        self.currency = currency
    }
}
