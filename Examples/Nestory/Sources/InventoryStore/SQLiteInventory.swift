public import Foundation
import GRDB
public import Inventory
import Synchronization

/// The inventory in a SQLite file, in WAL mode: readers never wait for a writer.
public final class SQLiteInventory: InventoryService {
    private let pool: DatabasePool
    private let isClosed = Atomic(false)

    /// Opens an inventory, and creates the file where there is none.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - busyTimeout: How many seconds to wait for another program that is writing.
    /// - Throws: ``InventoryError``.
    public init(path: String, busyTimeout: Double = 5) throws {
        let folder = URL(filePath: path).deletingLastPathComponent().path
        guard FileManager.default.fileExists(atPath: folder) else {
            throw InventoryError.noFolder(path: folder)
        }
        var configuration = Configuration()
        configuration.busyMode = .timeout(busyTimeout)
        configuration.label = "inventory"
        configuration.prepareDatabase { db in db.add(function: ExactSum.function) }
        do {
            // Asked before WAL is switched on, which would change a file that is not ours.
            try Self.checkOwner(path)
            pool = try DatabasePool(path: path, configuration: configuration)
            guard try pool.read({ try !Schema.migrator.hasBeenSuperseded($0) }) else {
                throw InventoryError.tooNew(path: path)
            }
            try Schema.migrator.migrate(pool)
        } catch {
            throw Self.translate(error, path: path)
        }
    }

    /// Moves the write-ahead log into the file, and lets go of both. A second time does nothing.
    ///
    /// - Throws: ``InventoryError`` where the file is in use.
    public func close() async throws {
        // SQLite crashes where a file that was closed is asked for its log.
        guard !isClosed.exchange(true, ordering: .sequentiallyConsistent) else { return }
        try await Self.translating {
            do {
                // GRDB closes its readers last, and those cannot empty the log.
                _ = try await pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
                // Another program has the file open, and empties the log when it is done.
            }
            try pool.close()
        }
    }

    /// Finds items, by name.
    public func items(_ query: ItemQuery) async throws -> ItemPage {
        let filter = ItemFilter(query)
        return try await read { db in
            let items = try ItemRow.fetchAll(
                db,
                sql: """
                    SELECT \(ItemRow.columns) FROM item \(filter.condition)
                    ORDER BY \(Schema.nameOrder), number LIMIT ? OFFSET ?
                    """, arguments: filter.arguments + [query.limit, query.offset]
            ).map(\.item)
            let total = try Int.fetchOne(
                db, sql: "SELECT COUNT(*) FROM item \(filter.condition)", arguments: filter.arguments)
            return ItemPage(items: items, total: total ?? 0)
        }
    }

    /// Returns an item, or nil where there is none with that id.
    public func item(_ id: UUID) async throws -> Item? {
        try await read { db in
            try ItemRow.fetchOne(
                db, sql: "SELECT \(ItemRow.columns) FROM item WHERE id = ?",
                arguments: [id.uuidString.lowercased()])?.item
        }
    }

    /// Adds an item.
    public func add(_ item: Item) async throws {
        try await write { db in
            do {
                try ItemWriter.insert(item, db)
            } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE {
                throw InventoryError.alreadyExists
            }
        }
    }

    /// Puts an item in the place of the one with its id, and says whether there was one.
    public func replace(_ item: Item) async throws -> Bool {
        try await write { db in
            let columns = (ItemRow.columns + ", search").split(separator: ", ").map { "\($0) = ?" }
            try db.execute(
                sql: "UPDATE item SET \(columns.joined(separator: ", ")) WHERE id = ?",
                arguments: item.databaseValues + [item.id.uuidString.lowercased()])
            return db.changesCount > 0
        }
    }

    /// Removes an item, and says whether there was one.
    public func remove(_ id: UUID) async throws -> Bool {
        try await write { db in
            try db.execute(sql: "DELETE FROM item WHERE id = ?", arguments: [id.uuidString.lowercased()])
            return db.changesCount > 0
        }
    }

    /// Returns the categories and rooms in use.
    public func places() async throws -> ItemPlaces {
        try await read { db in
            func values(_ column: String) throws -> [String] {
                let sql = "SELECT DISTINCT \(column) FROM item WHERE \(column) <> ''"
                return try String.fetchAll(db, sql: sql).sorted {
                    (SearchText.fold($0), $0) < (SearchText.fold($1), $1)
                }
            }
            return ItemPlaces(categories: try values("category"), rooms: try values("room"))
        }
    }

    /// Adds up what the items cost, exactly.
    public func sums() async throws -> [ItemSum] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT category, room, CASE WHEN price IS NULL THEN NULL ELSE currency END AS priced,
                        COUNT(*), SUM(quantity), exact_sum(price, quantity)
                    FROM item GROUP BY category, room, priced
                    """
            ).map { row in
                ItemSum(
                    category: row[0], room: row[1], currency: (row[2] as String?).flatMap { Currency($0) },
                    items: row[3],
                    quantity: row[4], minorUnits: Int128(row[5] as String) ?? 0)
            }
        }
    }

    /// Reads all items as they are now, from a snapshot that writers do not disturb.
    public func batches(of count: Int) async throws -> AsyncThrowingStream<[Item], any Error> {
        let cursor = SnapshotCursor(try Self.translating { try pool.makeSnapshot() }, count: count)
        return AsyncThrowingStream { try await cursor.next() }
    }

    /// Does several insertions of which all count or none, on the one connection that writes.
    public func transaction<Result: Sendable>(
        _ body: @escaping @Sendable (any ItemInserter) throws -> (result: Result, keep: Bool)
    ) async throws -> Result {
        try await Self.translating {
            try await pool.writeWithoutTransaction { db in
                try db.beginTransaction(.immediate)
                do {
                    let (result, keep) = try body(try ItemWriter(db))
                    if keep { try db.commit() } else { try db.rollback() }
                    return result
                } catch {
                    // SQLite may have rolled back on its own, where the disk is full for example.
                    if db.isInsideTransaction { try db.rollback() }
                    throw error
                }
            }
        }
    }

    private func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws
        -> Value
    {
        try await Self.translating { try await pool.read(body) }
    }

    private func write<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws
        -> Value
    {
        try await Self.translating { try await pool.write(body) }
    }
}
