public import struct Foundation.UUID

/// Inserts items within a transaction.
public protocol ItemInserter {
    /// Inserts an item unless the inventory knows it.
    ///
    /// It is known by its id; or by its name, serial number and room together. Items that were inserted in
    /// the same transaction count for the second rule only where this one came without an id, so that a copy
    /// of a whole inventory keeps items that differ in nothing but their ids.
    ///
    /// - Parameters:
    ///   - item: The item.
    ///   - hasOwnID: Whether it came with its id.
    ///   - batch: The import that it comes with, which can be undone; nil for none.
    /// - Returns: Whether it was inserted.
    /// - Throws: ``InventoryError``.
    func insert(_ item: Item, hasOwnID: Bool, of batch: UUID?) throws -> Bool

    /// Returns the item by which the inventory knows another one, by the rule of ``insert(_:hasOwnID:of:)``; nil for none.
    ///
    /// - Throws: ``InventoryError``.
    func known(_ item: Item, hasOwnID: Bool) throws -> Item?

    /// Puts an item in the place of the one with its id.
    ///
    /// - Throws: ``InventoryError``.
    func replace(_ item: Item) throws
}

extension ItemInserter {
    /// Inserts an item that comes with no import, unless the inventory knows it.
    public func insert(_ item: Item, hasOwnID: Bool) throws -> Bool { try insert(item, hasOwnID: hasOwnID, of: nil) }
}
