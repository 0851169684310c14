import Inventory
import ServiceTesting
import Synchronization

import struct Foundation.UUID

/// An inventory that answers each call when the test says so, in any order.
final class GatedInventory: InventoryService {
    typealias Call = HeldCall<String, ItemPage, any Error>

    /// One script for all methods, as a test answers them in the order in which they come.
    private let calls = AsyncMockMethod<String, ItemPage, any Error>(
        "GatedInventory", MockOrigin(fileID: #fileID, filePath: #filePath, line: #line, column: #column))

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
    var callCount: Int { calls.callCount }

    /// Waits for the next call, and returns it. Its argument is the method's name, with what it is about.
    func next() async throws -> Call { try await calls.next() }

    init() { calls.holds() }

    func items(_ query: ItemQuery) async throws -> ItemPage { try await calls("items \(query.text)") }

    func apply(_ change: ItemChange) async throws -> Item? {
        state.withLock { $0.changes.append(change) }
        switch change.work {
        case .add(let item):
            _ = try await calls("add \(item.name)")
            state.withLock { $0.added.append(item) }
            return item
        case .replace(let item):
            let page = try await calls("replace \(item.name)")
            state.withLock { $0.replaced.append(item) }
            return page.total >= 0 ? item : nil
        case .remove(let id), .restore(let id):
            return try await calls("remove").total > 0 ? Item(id: id, name: "", updatedAt: .epoch) : nil
        }
    }

    func transaction<Result: Codable & Sendable>(
        as key: ChangeKey?, _ body: @escaping @Sendable (any ItemInserter) throws -> (result: Result, keep: Bool)
    ) async throws -> Result {
        _ = try await calls("transaction")
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

extension GatedInventory.Call {
    /// Lets the call return, or fail. To changes it does not matter what they return.
    func answer(_ result: Result<ItemPage, any Error> = .success(ItemPage(items: [], total: 0))) {
        switch result {
        case .success(let page): returns(page)
        case .failure(let error): fails(error)
        }
    }
}
