public import struct Foundation.UUID

/// A change of one item, with what it depends on.
public struct ItemChange: Sendable, Equatable, Codable {
    /// What is changed.
    public enum Work: Sendable, Equatable, Codable {
        /// Adds an item. There must be none with its id.
        case add(Item)
        /// Puts an item in the place of the one with its id.
        case replace(Item)
        /// Removes the item with an id; it is kept in the trash for a while.
        case remove(UUID)
        /// Brings the item with an id back from the trash.
        case restore(UUID)
    }

    /// What is changed.
    public var work: Work
    /// The revision that the item must still have; nil where the last writer wins.
    public var expected: Int?
    /// Tells this change from every other, so that it counts once however often it is sent; nil where it is sent once.
    public var key: ChangeKey?

    /// The inventory that the change is for, by ``InventoryService/identity``; nil for whichever is there.
    public var inventory: String?

    /// The id of the item that is changed.
    public var id: UUID {
        switch work {
        case .add(let item), .replace(let item): item.id
        case .remove(let id), .restore(let id): id
        }
    }

    /// The item as the change leaves it; nil if the change does not say.
    public var item: Item? {
        switch work {
        case .add(let item), .replace(let item): item
        case .remove, .restore: nil
        }
    }

    /// What kind of change it is, in a word for programs.
    public var kind: String {
        switch work {
        case .add: "add"
        case .replace: "replace"
        case .remove: "remove"
        case .restore: "restore"
        }
    }

    /// Describes a change.
    public init(_ work: Work, expecting expected: Int? = nil, as key: ChangeKey? = nil) {
        self.work = work
        self.expected = expected
        self.key = key
    }
}
