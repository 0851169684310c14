/// Some of the items that a query finds, by name.
public struct ItemPage: Sendable, Equatable {
    /// The items from the query's offset on, as many as its limit allows.
    public var items: [Item]
    /// How many the query finds in all.
    public var total: Int
    /// What all that the query finds cost, by currency; nil where it finds everything, which ``InventoryService/sums()``
    /// tells.
    public var paid: [PaidAmount]?

    /// Wraps what was found.
    public init(items: [Item], total: Int, paid: [PaidAmount]? = nil) {
        self.items = items
        self.total = total
        self.paid = paid
    }
}
