import Inventory
import Synchronization

import struct Foundation.UUID

/// An inventory that answers each call when the test says so, in any order.
final class GatedInventory: InventoryService {
    /// A call that was made, until it is answered.
    final class Call: Sendable {
        let name: String
        private let gate = AsyncStream.makeStream(of: Result<ItemPage, any Error>.self)
        private let cancelled = AsyncStream.makeStream(of: Void.self)

        init(name: String) { self.name = name }

        /// Lets the call return, or fail.
        func answer(_ result: Result<ItemPage, any Error> = .success(ItemPage(items: [], total: 0))) {
            gate.continuation.yield(result)
        }

        /// Waits until whoever called gives up.
        func waitForCancellation() async {
            for await _ in cancelled.stream { return }
        }

        fileprivate func wait() async throws -> ItemPage {
            for await result in gate.stream { return try result.get() }
            cancelled.continuation.yield()
            throw CancellationError()
        }
    }

    private struct State {
        var calls: [Call] = []
        var added: [Item] = []
        var replaced: [Item] = []
    }

    private let state = Mutex(State())
    private let arrivals = AsyncStream.makeStream(of: Call.self)

    var added: [Item] { state.withLock { $0.added } }
    var replaced: [Item] { state.withLock { $0.replaced } }
    var callCount: Int { state.withLock { $0.calls.count } }

    /// Waits for the next call, and returns it.
    func next() async throws -> Call {
        for await call in arrivals.stream { return call }
        throw CancellationError()
    }

    private func enter(_ name: String) async throws -> ItemPage {
        let call = Call(name: name)
        state.withLock { $0.calls.append(call) }
        arrivals.continuation.yield(call)
        return try await call.wait()
    }

    func items(_ query: ItemQuery) async throws -> ItemPage { try await enter("items \(query.text)") }

    func add(_ item: Item) async throws {
        _ = try await enter("add \(item.name)")
        state.withLock { $0.added.append(item) }
    }

    func replace(_ item: Item) async throws -> Bool {
        let isThere = try await enter("replace \(item.name)").total >= 0
        state.withLock { $0.replaced.append(item) }
        return isThere
    }

    func remove(_ id: UUID) async throws -> Bool { try await enter("remove").total > 0 }

    func transaction<Result: Sendable>(
        _ body: @escaping @Sendable (any ItemInserter) throws -> (result: Result, keep: Bool)
    ) async throws -> Result {
        _ = try await enter("transaction")
        return try body(Inserter()).result
    }

    func item(_ id: UUID) async throws -> Item? { nil }
    func places() async throws -> ItemPlaces { ItemPlaces(categories: [], rooms: []) }
    func sums() async throws -> [ItemSum] { [] }
    func close() async throws {}

    func batches(of count: Int) async throws -> AsyncThrowingStream<[Item], any Error> {
        AsyncThrowingStream { $0.finish() }
    }

    private struct Inserter: ItemInserter {
        func insert(_ item: Item, hasOwnID: Bool) throws -> Bool { true }
    }
}
