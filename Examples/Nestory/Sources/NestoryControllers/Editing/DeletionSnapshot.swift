public import Inventory
public import ServicePresentation

public import struct Foundation.UUID

/// What a page shows of the item that it deletes, at one instant.
public struct DeletionSnapshot: Sendable, Equatable {
    /// The item; nil before one was to be deleted.
    public var item: UUID?
    /// How many times something was to be deleted, so that the same answer twice is two answers.
    public var runs: Int
    /// Whether it is being deleted now.
    public var isDeleting: Bool
    /// Whether it was there to be deleted; nil until it is gone.
    public var wasThere: Bool?
    /// Whether its deletion is kept on this device, and not yet in the inventory.
    public var isKept: Bool
    /// The item as it is now, where it was not deleted because somebody has changed it.
    public var newer: Item?
    /// Why it could not be deleted.
    public var error: UserMessage?
}
