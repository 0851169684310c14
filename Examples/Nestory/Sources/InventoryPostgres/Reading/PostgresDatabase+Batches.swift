#if PostgreSQL
public import Inventory

extension PostgresDatabase {
    /// Reads all items as they are now, in the order in which they were added.
    ///
    /// - Parameter count: How many to hand out at a time.
    /// - Throws: ``InventoryError``.
    public func batches(of count: Int) async throws -> AsyncThrowingStream<[Item], any Error> {
        try await ItemPicture.batches(of: count, from: self)
    }
}
#endif
