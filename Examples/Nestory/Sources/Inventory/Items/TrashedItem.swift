/// An item that was deleted, and can be brought back for a while.
public struct TrashedItem: Sendable, Equatable {
    /// How many days it is kept.
    public static let days = 30

    /// What was deleted at this time or before is gone.
    ///
    /// - Parameter now: The present instant.
    /// - Returns: Milliseconds since 1970.
    public static func end(at now: Timestamp) -> Int64 { now.milliseconds - Int64(days) * 86_400_000 }

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
