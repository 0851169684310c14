import Inventory
import Synchronization
import TestDoubles

import struct Foundation.UUID

/// An inventory that answers each call when the test says so, in any order.
final class GatedInventory: InventoryService {
    private let calls = ScriptedCalls<String, ItemPage>()

    private struct State {
        var added: [Item] = []
        var replaced: [Item] = []
        var changes: [ItemChange] = []
        var held: Item?
    }

    private let state = Mutex(State())

    var added: [Item] { state.withLock { $0.added } }
    var replaced: [Item] { state.withLock { $0.replaced } }
    /// Every change that was asked for.
    var changes: [ItemChange] { state.withLock { $0.changes } }
    var callCount: Int { calls.requests.count }

    /// Waits for the next call, and returns it. Its request is the method's name, with what it is about.
    func next() async throws -> ScriptedCalls<String, ItemPage>.Call { try await calls.next() }

    func items(_ query: ItemQuery) async throws -> ItemPage { try await calls.make("items \(query.text)") }

    func apply(_ change: ItemChange) async throws -> Item? {
        state.withLock { $0.changes.append(change) }
        switch change.work {
        case .add(let item):
            _ = try await calls.make("add \(item.name)")
            state.withLock { $0.added.append(item) }
            return item
        case .replace(let item):
            let page = try await calls.make("replace \(item.name)")
            state.withLock { $0.replaced.append(item) }
            return page.total >= 0 ? item : nil
        case .remove(let id), .restore(let id):
            return try await calls.make("remove").total > 0 ? Item(id: id, name: "", updatedAt: .epoch) : nil
        }
    }

    func transaction<Result: Codable & Sendable>(
        as key: ChangeKey?, _ body: @escaping @Sendable (any ItemInserter) throws -> (result: Result, keep: Bool)
    ) async throws -> Result {
        _ = try await calls.make("transaction")
        return try body(Inserter()).result
    }

    /// The item that there is from now on, or none.
    func hold(_ item: Item?) { state.withLock { $0.held = item } }

    func item(_ id: UUID) async throws -> Item? { state.withLock { $0.held } }
    func places() async throws -> ItemPlaces { ItemPlaces(categories: [], rooms: []) }
    func sums() async throws -> [ItemSum] { [] }
    func close() async throws {}

    func batches(of count: Int) async throws -> AsyncThrowingStream<[Item], any Error> {
        AsyncThrowingStream { $0.finish() }
    }

    private struct Inserter: ItemInserter {
        func insert(_ item: Item, hasOwnID: Bool, of batch: UUID?) throws -> Bool { true }
        func known(_ item: Item, hasOwnID: Bool) throws -> Item? { nil }
        func replace(_ item: Item) throws {}
    }
}

extension ScriptedCalls<String, ItemPage>.Call {
    /// Lets the call return, where it does not matter with what.
    func answer() { answer(.success(ItemPage(items: [], total: 0))) }
}
