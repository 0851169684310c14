public import struct Foundation.UUID

/// All changes that are kept on this device, in the order in which they were made.
public struct KeptChanges: Sendable, Equatable {
    /// The changes, the oldest first.
    public var all: [KeptChange]

    /// Whether there may be some that cannot be read, as their file is damaged or not to be had.
    public private(set) var isUnreadable = false

    /// Changes that cannot be read.
    public static var unreadable: KeptChanges {
        var kept = KeptChanges()
        kept.isUnreadable = true
        return kept
    }

    /// Wraps kept changes.
    public init(_ all: [KeptChange] = []) {
        self.all = all
    }

    /// Whether there are none.
    public var isEmpty: Bool { all.isEmpty }

    /// The changes of one item, the oldest first.
    public func changes(of id: UUID) -> [KeptChange] { all.filter { $0.change?.id == id } }

    /// Whether a change of an item waits for a decision.
    public func needsDecision(on id: UUID) -> Bool { changes(of: id).contains { $0.state != .waiting } }

    /// Returns an item as it will be once its waiting changes are in the inventory.
    ///
    /// Its revision is the one that the inventory will give it if nobody else changes it. Changes that wait for a decision
    /// may never be made, so they are left out.
    ///
    /// - Parameters:
    ///   - id: The item.
    ///   - stored: The item as it is in the inventory; nil if it is not there.
    public func item(_ id: UUID, over stored: Item?) -> Item? {
        var item = stored
        for kept in all where kept.state == .waiting {
            guard let change = kept.change, change.id == id else { continue }
            switch change.work {
            case .add(let new):
                if item == nil { item = new }
            case .replace(var new):
                new.revision = (change.expected ?? item?.revision ?? 0) + 1
                item = new
            case .remove: item = nil
            case .restore: break
            }
        }
        return item
    }
}
