public import Inventory

public import struct Foundation.UUID

/// What became of an item since a page opened it.
public struct NewerItem: Sendable, Equatable {
    /// The item's id.
    public var id: UUID
    /// The item as it is now; nil where it was deleted.
    public var item: Item?
}
