public import struct Foundation.UUID

/// Keeps the household's items.
///
/// Every method throws ``InventoryError``, or `CancellationError` where its task was cancelled.
public protocol InventoryService: Sendable {
    /// What tells this inventory from any other that may take its place; nil where that is not known.
    var identity: String? { get }

    /// Finds items, by name.
    func items(_ query: ItemQuery) async throws -> ItemPage

    /// Returns an item, or nil where there is none with that id.
    func item(_ id: UUID) async throws -> Item?

    /// Makes a change of one item, once: a change whose key is known is not made again.
    ///
    /// - Returns: The item as the change left it, or as it was removed; nil where there is none with that id. For a key
    ///   that is known, what was returned the first time.
    /// - Throws: ``InventoryError/alreadyExists``, ``InventoryError/changed(_:)``, ``InventoryError/keyReused`` or
    ///   ``InventoryError/otherInventory``; then nothing was changed, and the key is not known yet.
    func apply(_ change: ItemChange) async throws -> Item?

    /// Returns the items in the trash, the last one that was deleted first.
    func trash() async throws -> [TrashedItem]

    /// Deletes all items that came with an import and are still there.
    ///
    /// - Returns: How many.
    func undoImport(_ batch: UUID) async throws -> Int

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
    /// - Parameters:
    ///   - key: Tells these insertions from all others; with a key that is known, the body is not run.
    ///   - body: Inserts, and says whether that shall be kept. Where it throws, nothing is kept. It runs on a thread
    ///     where it may wait.
    /// - Returns: What the body returned; for a key that is known, the first time.
    func transaction<Result: Codable & Sendable>(
        as key: ChangeKey?, _ body: @escaping @Sendable (any ItemInserter) throws -> (result: Result, keep: Bool)
    ) async throws -> Result

    /// Writes out what is still in memory, and lets go of the file. Nothing may be asked afterwards.
    func close() async throws
}

extension InventoryService {
    /// Unknown.
    public var identity: String? { nil }
}
