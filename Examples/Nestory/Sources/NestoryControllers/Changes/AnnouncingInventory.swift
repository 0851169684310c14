import Inventory

import struct Foundation.UUID

/// An inventory that tells every open page when something in it has changed.
struct AnnouncingInventory: InventoryService {
    let inner: any InventoryService
    let changes: InventoryChanges

    func add(_ item: Item) async throws {
        try await inner.add(item)
        await changes.note()
    }

    func replace(_ item: Item) async throws -> Bool {
        let isDone = try await inner.replace(item)
        if isDone { await changes.note() }
        return isDone
    }

    func remove(_ id: UUID) async throws -> Bool {
        let isDone = try await inner.remove(id)
        if isDone { await changes.note() }
        return isDone
    }

    func transaction<Result: Sendable>(
        _ body: @escaping @Sendable (any ItemInserter) throws -> (result: Result, keep: Bool)
    ) async throws -> Result {
        let (result, isKept) = try await inner.transaction { inserter in
            let (result, keep) = try body(inserter)
            return ((result, keep), keep)
        }
        if isKept { await changes.note() }
        return result
    }

    func items(_ query: ItemQuery) async throws -> ItemPage { try await inner.items(query) }
    func item(_ id: UUID) async throws -> Item? { try await inner.item(id) }
    func places() async throws -> ItemPlaces { try await inner.places() }
    func sums() async throws -> [ItemSum] { try await inner.sums() }
    func close() async throws { try await inner.close() }

    func batches(of count: Int) async throws -> AsyncThrowingStream<[Item], any Error> {
        try await inner.batches(of: count)
    }
}
