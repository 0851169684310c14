/// An item that was deleted, and can be brought back for a while.
public struct TrashedItem: Sendable, Equatable {
    /// How many days it is kept.
    public static let days = 30

    /// The item as it was deleted.
    public var item: Item
    /// When it was deleted.
    public var deletedAt: Timestamp

    /// Wraps an item.
    public init(item: Item, deletedAt: Timestamp) {
        self.item = item
        self.deletedAt = deletedAt
    }
}
