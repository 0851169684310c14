public import Inventory

public import struct Foundation.UUID

extension GuardedInventory {
    /// Finds items, by name.
    public func items(_ query: ItemQuery) async throws -> ItemPage {
        try await read("items") { try await $0.items(query) }
    }

    /// Returns an item, or nil where there is none with that id.
    public func item(_ id: UUID) async throws -> Item? {
        try await read("item") { try await $0.item(id) }
    }

    /// Returns the categories and rooms in use.
    public func places() async throws -> ItemPlaces {
        try await read("places") { try await $0.places() }
    }

    /// Adds up what the items cost.
    public func sums() async throws -> [ItemSum] {
        try await read("sums") { try await $0.sums() }
    }

    /// Reads all items as they are now. What fails further on is thrown by the stream.
    public func batches(of count: Int) async throws -> AsyncThrowingStream<[Item], any Error> {
        try await read("batches") { try await $0.batches(of: count) }
    }

    /// Adds an item.
    public func add(_ item: Item) async throws {
        try await change("add") { try await $0.add(item) }
    }

    /// Puts an item in the place of the one with its id.
    public func replace(_ item: Item) async throws -> Bool {
        try await change("replace") { try await $0.replace(item) }
    }

    /// Removes an item.
    public func remove(_ id: UUID) async throws -> Bool {
        try await change("remove") { try await $0.remove(id) }
    }

    /// Does several insertions of which all count or none.
    public func transaction<Result: Sendable>(
        _ body: @escaping @Sendable (any ItemInserter) throws -> (result: Result, keep: Bool)
    ) async throws -> Result {
        try await change("transaction") { try await $0.transaction(body) }
    }
}
