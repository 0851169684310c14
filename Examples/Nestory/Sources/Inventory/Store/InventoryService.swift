public import struct Foundation.UUID

/// Keeps the household's items.
///
/// Every method throws ``InventoryError``, or `CancellationError` where its task was cancelled.
public protocol InventoryService: Sendable {
    /// Finds items, by name.
    func items(_ query: ItemQuery) async throws -> ItemPage

    /// Returns an item, or nil where there is none with that id.
    func item(_ id: UUID) async throws -> Item?

    /// Adds an item.
    ///
    /// - Throws: ``InventoryError/alreadyExists`` where there is one with its id.
    func add(_ item: Item) async throws

    /// Puts an item in the place of the one with its id.
    ///
    /// - Returns: Whether there was one.
    func replace(_ item: Item) async throws -> Bool

    /// Removes an item.
    ///
    /// - Returns: Whether there was one.
    func remove(_ id: UUID) async throws -> Bool

    /// Returns the categories and rooms in use.
    func places() async throws -> ItemPlaces

    /// Adds up what the items cost.
    ///
    /// - Returns: The sum for each category, room and currency that occur together, in no particular order.
    func sums() async throws -> [ItemSum]

    /// Reads all items as they are now, in the order in which they were added, also while others change them.
    ///
    /// - Parameter count: How many to hand out at a time.
    func batches(of count: Int) async throws -> AsyncThrowingStream<[Item], any Error>

    /// Does several insertions of which all count or none.
    ///
    /// - Parameter body: Inserts, and says whether that shall be kept. Where it throws, nothing is kept. It
    ///   runs on a thread where it may wait.
    /// - Returns: What the body returned.
    func transaction<Result: Sendable>(
        _ body: @escaping @Sendable (any ItemInserter) throws -> (result: Result, keep: Bool)
    ) async throws -> Result

    /// Writes out what is still in memory, and lets go of the file. Nothing may be asked afterwards.
    func close() async throws
}
