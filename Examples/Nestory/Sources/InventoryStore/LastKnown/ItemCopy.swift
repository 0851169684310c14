public import Foundation
import GRDB
public import Inventory
import Synchronization

/// A copy of the inventory in memory, which follows every change of the file.
///
/// It holds the same table of items, so that searches, filters, pages and totals are the same as those of the file.
public final class ItemCopy: LastKnownItems, SQLiteReading {
    private struct State {
        var queue: DatabaseQueue?
        var asOf: Timestamp?
    }

    private let state = Mutex(State())
    private let clock: any WallClock

    /// Makes a copy of nothing.
    ///
    /// - Parameter clock: What tells how old it is.
    public init(clock: any WallClock) {
        self.clock = clock
    }

    /// When the copy was last seen to be the same as the file.
    public var asOf: Timestamp? { state.withLock { $0.asOf } }

    // MARK: Following the file

    /// Takes over all that a file holds, if that is whole, where nothing is known yet: a file that cannot be changed, or
    /// an older copy of it.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - follows: Whether to include what other programs have changed and not moved into the file yet.
    /// - Returns: Whether something is known now.
    /// - Throws: ``InventoryError`` where the file cannot be read, or is damaged.
    public func fill(from path: String, follows: Bool = false) throws -> Bool {
        guard asOf == nil else { return true }
        guard FileManager.default.fileExists(atPath: path) else { return false }
        try DatabaseFile.requireInventory(path)
        let changed = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
        let milliseconds = changed.map { Int64(($0.timeIntervalSince1970 * 1000).rounded(.down)) }
        try SQLiteErrors.translating {
            try take(path, asOf: milliseconds.flatMap { Timestamp(milliseconds: $0) } ?? clock.now) { copy in
                try DatabaseFile.copy(path, into: copy, follows: follows)
            }
        }
        return true
    }

    /// Takes over all that a database holds, if that is whole.
    ///
    /// - Throws: ``InventoryError/notAnInventory(path:details:)`` where it is damaged; the copy stays as it was.
    func replace(from db: Database, path: String) throws {
        try take(path, asOf: clock.now) { copy in try db.backup(to: copy) }
    }

    private func take(_ path: String, asOf: Timestamp, _ fill: (Database) throws -> Void) throws {
        let queue = try Self.emptyQueue()
        try queue.writeWithoutTransaction { copy in
            try fill(copy)
            let verdict = try String.fetchAll(copy, sql: "PRAGMA quick_check(1)")
            guard verdict == ["ok"] else {
                throw InventoryError.notAnInventory(path: path, details: "The file is damaged: \(verdict)")
            }
        }
        try queue.writeWithoutTransaction { try Self.letGoOfHistory($0) }
        // A copy of an older version's file lacks tables that questions are asked of.
        try Schema.migrator.migrate(queue)
        take(queue, asOf: asOf)
    }

    /// Drops what only the file is asked for: the keys of ninety days, the trash and the notices. With every change they grow,
    /// and nobody is answered from them while the file is not there.
    private static func letGoOfHistory(_ copy: Database) throws {
        for table in ["applied_change", "trash", "imported", "notification"] {
            try copy.execute(sql: "DROP TABLE IF EXISTS \(table)")
        }
        // The pages of what was dropped stay with the copy until it is written anew.
        let free = try Int.fetchOne(copy, sql: "PRAGMA freelist_count") ?? 0
        let all = try Int.fetchOne(copy, sql: "PRAGMA page_count") ?? 0
        if free * 10 > all { try copy.execute(sql: "VACUUM") }
    }

    /// Makes a database in memory without tables.
    static func emptyQueue() throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.label = "inventory-copy"
        configuration.prepareDatabase { $0.add(function: ExactSum.function) }
        return try DatabaseQueue(configuration: configuration)
    }

    /// Answers from a database from now on.
    func take(_ queue: DatabaseQueue, asOf: Timestamp) { state.withLock { $0 = State(queue: queue, asOf: asOf) } }

    /// What time it is for the copy.
    var now: Timestamp { clock.now }

    /// Makes a change that the file has, too.
    ///
    /// Call it in the order of the file's changes, on the connection that makes them.
    func follow(_ change: (Database) throws -> Void) throws {
        let queue = state.withLock { $0.queue }
        try queue?.write { try change($0) }
        noteCurrent()
    }

    /// Notes that the copy is the same as the file, or the database, at this moment.
    public func noteCurrent() {
        let now = clock.now
        state.withLock { state in
            if state.queue != nil { state.asOf = now }
        }
    }

    // MARK: Answering

    func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        try await SQLiteErrors.translating { try await known().read(body) }
    }

    private func known() throws(InventoryError) -> DatabaseQueue {
        guard let queue = state.withLock({ $0.queue }) else { throw .unavailable(because: nil) }
        return queue
    }

    /// Finds items, by name.
    public func items(_ query: ItemQuery) async throws -> ItemPage { try await findItems(query) }

    /// Returns an item, or nil where there is none with that id.
    public func item(_ id: UUID) async throws -> Item? { try await findItem(id) }

    /// Returns the categories and rooms in use.
    public func places() async throws -> ItemPlaces { try await findPlaces() }

    /// Adds up what the items cost, exactly.
    public func sums() async throws -> [ItemSum] { try await addUpSums() }

    /// Reads all items.
    public func batches(of count: Int) async throws -> AsyncThrowingStream<[Item], any Error> {
        let cursor = ItemCursor(try known(), count: count)
        return AsyncThrowingStream { try await cursor.next() }
    }

    // MARK: Refusing

    /// Refuses to change an item.
    public func apply(_ change: ItemChange) async throws -> Item? { throw InventoryError.readOnly(because: nil) }

    /// Refuses to insert items.
    public func transaction<Result: Codable & Sendable>(
        as key: ChangeKey?, _ body: @escaping @Sendable (any ItemInserter) throws -> (result: Result, keep: Bool)
    ) async throws -> Result {
        throw InventoryError.readOnly(because: nil)
    }

    /// Does nothing: a copy has no file.
    public func close() async throws {}
}
