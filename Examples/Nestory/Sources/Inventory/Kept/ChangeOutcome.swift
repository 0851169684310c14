public import struct Foundation.UUID

/// What became of a change of an item.
public enum ChangeOutcome: Sendable, Equatable {
    /// The inventory made it. This is the item as the change left it, or as it was removed; nil if there is none.
    case done(Item?)
    /// It is kept on this device under this number, and not yet in the inventory. The id is that of its item.
    case kept(number: Int64, item: UUID)

    /// Whether it is kept, and not yet in the inventory.
    public var isKept: Bool { if case .kept = self { true } else { false } }
}
