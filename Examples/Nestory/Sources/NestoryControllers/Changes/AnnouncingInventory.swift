import Inventory
import Synchronization

import struct Foundation.UUID

/// An inventory that tells every open page when something in it has changed.
struct AnnouncingInventory: InventoryService {
    let inner: any InventoryService
    let changes: InventoryChanges

    var identity: String? { inner.identity }

    func apply(_ change: ItemChange) async throws -> Item? {
        let item = try await inner.apply(change)
        if item != nil { await changes.note() }
        return item
    }

    func transaction<Result: Codable & Sendable>(
        as key: ChangeKey?, _ body: @escaping @Sendable (any ItemInserter) throws -> (result: Result, keep: Bool)
    ) async throws -> Result {
        let isKept = Mutex(false)
        let result = try await inner.transaction(as: key) { inserter in
            let (result, keep) = try body(inserter)
            isKept.withLock { $0 = keep }
            return (result, keep)
        }
        if isKept.withLock({ $0 }) { await changes.note() }
        return result
    }

    func undoImport(_ batch: UUID) async throws -> Int {
        let count = try await inner.undoImport(batch)
        if count > 0 { await changes.note() }
        return count
    }

    func trash() async throws -> [TrashedItem] { try await inner.trash() }
    func items(_ query: ItemQuery) async throws -> ItemPage { try await inner.items(query) }
    func item(_ id: UUID) async throws -> Item? { try await inner.item(id) }
    func places() async throws -> ItemPlaces { try await inner.places() }
    func sums() async throws -> [ItemSum] { try await inner.sums() }
    func close() async throws { try await inner.close() }

    func batches(of count: Int) async throws -> AsyncThrowingStream<[Item], any Error> {
        try await inner.batches(of: count)
    }
}
