public import struct Foundation.UUID

extension InventoryService {
    /// Adds an item.
    ///
    /// - Throws: ``InventoryError/alreadyExists`` where there is one with its id.
    public func add(_ item: Item) async throws {
        _ = try await apply(ItemChange(.add(item)))
    }

    /// Puts an item in the place of the one with its id.
    ///
    /// - Parameter expected: The revision that the item must still have; nil where the last writer wins.
    /// - Returns: Whether there was one.
    /// - Throws: ``InventoryError/changed(_:)`` where the item has another revision.
    @discardableResult
    public func replace(_ item: Item, expecting expected: Int? = nil) async throws -> Bool {
        try await apply(ItemChange(.replace(item), expecting: expected)) != nil
    }

    /// Removes an item.
    ///
    /// - Parameter expected: The revision that the item must still have; nil for any.
    /// - Returns: Whether there was one.
    /// - Throws: ``InventoryError/changed(_:)`` where the item has another revision.
    @discardableResult
    public func remove(_ id: UUID, expecting expected: Int? = nil) async throws -> Bool {
        try await apply(ItemChange(.remove(id), expecting: expected)) != nil
    }

    /// Returns nothing: an inventory may have no trash.
    public func trash() async throws -> [TrashedItem] { [] }

    /// Refuses: an inventory may not know what came with which import.
    public func undoImport(_ batch: UUID) async throws -> Int { throw InventoryError.readOnly(because: nil) }

    /// Does several insertions of which all count or none.
    ///
    /// - Parameter body: Inserts, and says whether that shall be kept.
    /// - Returns: What the body returned.
    public func transaction<Result: Codable & Sendable>(
        _ body: @escaping @Sendable (any ItemInserter) throws -> (result: Result, keep: Bool)
    ) async throws -> Result {
        try await transaction(as: nil, body)
    }
}
