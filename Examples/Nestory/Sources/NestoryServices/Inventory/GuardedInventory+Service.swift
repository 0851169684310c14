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

    /// Makes a change of one item, once.
    public func apply(_ change: ItemChange) async throws -> Item? {
        try await self.change(Self.name(of: change.work)) { try await $0.apply(change) }
    }

    private static func name(of work: ItemChange.Work) -> StaticString {
        switch work {
        case .add: "add"
        case .replace: "replace"
        case .remove: "remove"
        case .restore: "restore"
        }
    }

    /// Returns the items in the trash.
    public func trash() async throws -> [TrashedItem] { try await read("trash") { try await $0.trash() } }

    /// Deletes all items that came with an import.
    public func undoImport(_ batch: UUID) async throws -> Int {
        try await change("undoImport") { try await $0.undoImport(batch) }
    }

    /// Does several insertions of which all count or none.
    public func transaction<Result: Codable & Sendable>(
        as key: ChangeKey?, _ body: @escaping @Sendable (any ItemInserter) throws -> (result: Result, keep: Bool)
    ) async throws -> Result {
        try await change("transaction") { try await $0.transaction(as: key, body) }
    }
}
