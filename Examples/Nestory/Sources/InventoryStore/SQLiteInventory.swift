public import Foundation
import GRDB
public import Inventory
import Synchronization

/// The inventory in a SQLite file, in WAL mode: readers never wait for a writer.
///
/// Every change is in the file itself, not only in its log, before it counts as saved. So the file alone is the
/// whole inventory, also for somebody who copies it while the program runs.
public final class SQLiteInventory: InventoryFile, SQLiteReading {
    let pool: DatabasePool
    let path: String
    let copy: ItemCopy?
    let clock: any WallClock
    /// SQLite's count of the changes that other programs made, as the copy knows it; nil where the copy lacks one of ours.
    let foreignChanges = Mutex<Int64?>(nil)
    let changesUnderWay = Atomic<Int>(0)
    /// What the file's header says of which inventory it is.
    let number: UInt32
    /// The log as the file system knows it, so that nobody else's is touched.
    let log: FileID?
    /// The file as the file system knows it.
    let file: FileID?
    let isClosed = Atomic(false)
    let cache: ReadCache

    /// Opens an inventory, and creates the file where there is none.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - busyTimeout: How many seconds to wait for another program that is writing.
    ///   - mayCreate: Whether the inventory may be a new one; else a file that is not there, or is empty, is refused.
    ///   - copy: What shall follow the file from now on. A file that is damaged anywhere is refused then.
    ///   - clock: Tells when changes are made.
    /// - Throws: ``InventoryError``.
    public init(
        path: String, busyTimeout: Double = 5, mayCreate: Bool = true, copy: ItemCopy? = nil,
        clock: any WallClock = SystemClock()
    ) throws {
        let folder = URL(filePath: path).deletingLastPathComponent().path
        guard FileManager.default.fileExists(atPath: folder) else {
            throw InventoryError.noFolder(path: folder)
        }
        self.path = path
        self.copy = copy
        self.clock = clock
        var configuration = Configuration()
        configuration.busyMode = .timeout(busyTimeout)
        configuration.label = "inventory"
        configuration.prepareDatabase { db in db.add(function: ExactSum.function) }
        do {
            // Asked before WAL is switched on, which would change a file that is not ours.
            try DatabaseFile.checkOwner(path, mayCreate: mayCreate)
            pool = try DatabasePool(path: path, configuration: configuration)
            guard try pool.read({ try !Schema.migrator.hasBeenSuperseded($0) }) else {
                throw InventoryError.tooNew(path: path)
            }
            try Schema.bringUpToDate(pool)
            number = try pool.writeWithoutTransaction { db in
                // In WAL mode GRDB waits for the disk only now and then: a change that was acknowledged could be lost.
                try db.execute(sql: "PRAGMA synchronous = FULL")
                // Only after a look at the file is the log moved into it.
                try db.execute(sql: "PRAGMA wal_autocheckpoint = 0")
                try Self.moveLogIntoFile(db)
                return try Self.identity(db)
            }
            log = FileID(path + "-wal")
            file = FileID(path)
            cache = try ReadCache(path: path, busyTimeout: busyTimeout)
            try pool.writeWithoutTransaction { db in try refreshCopy(db) }
        } catch {
            throw SQLiteErrors.translate(error, path: path)
        }
    }

    /// Returns the number that the file itself has, which it is known by from now on.
    ///
    /// - Throws: `DatabaseError` where it is still in the log: another program that opens a new file, too, holds it up.
    private static func identity(_ db: Database) throws -> UInt32 {
        let number = try UInt32.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        if DatabaseHeader(try DatabaseFile.start(of: db))?.identity != number { try db.checkpoint(.full) }
        return number
    }

    /// Moves the write-ahead log into the file, and lets go of both. A second time does nothing.
    ///
    /// - Throws: ``InventoryError`` where the file is in use.
    public func close() async throws {
        // SQLite crashes where a file that was closed is asked for its log.
        guard !isClosed.exchange(true, ordering: .sequentiallyConsistent) else { return }
        do {
            try await SQLiteErrors.translating { try await pool.writeWithoutTransaction { try checkFile($0) } }
        } catch {
            return await letGo()
        }
        cache.close()
        try await SQLiteErrors.translating {
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
        try await cached(.items(query)) { try await findItems(query) }
    }

    /// Returns an item, or nil where there is none with that id.
    public func item(_ id: UUID) async throws -> Item? { try await findItem(id) }

    /// Returns the categories and rooms in use.
    public func places() async throws -> ItemPlaces {
        try await cached(.places) { try await findPlaces() }
    }

    /// Adds up what the items cost, exactly.
    public func sums() async throws -> [ItemSum] {
        try await cached(.sums) { try await addUpSums() }
    }

    /// Reads all items as they are now, from a snapshot that writers do not disturb.
    public func batches(of count: Int) async throws -> AsyncThrowingStream<[Item], any Error> {
        try await read { _ in }
        let cursor = ItemCursor(try SQLiteErrors.translating { try pool.makeSnapshot() }, count: count)
        return AsyncThrowingStream { try await cursor.next() }
    }

    /// The number in the file's header, which each copy has anew.
    public var identity: String? { number == 0 ? nil : String(number) }

    /// Makes a change of one item, once.
    public func apply(_ change: ItemChange) async throws -> Item? {
        if let other = change.inventory, let identity, other != identity { throw InventoryError.otherInventory }
        return try await self.change { [clock] db in
            if let key = change.key, let known = try AppliedChanges.outcome(of: key, as: Item.self, db) {
                return Change(value: known, keep: true) { _ in }
            }
            let item = try ItemWriter.apply(change, at: clock.now, db)
            if let key = change.key, let item { try AppliedChanges.note(item, of: key, at: clock.now, db) }
            return Change(value: item, keep: true) { try ItemWriter.follow(change.work, to: item, $0) }
        }
    }

    /// Does several insertions of which all count or none, on the one connection that writes.
    public func transaction<Result: Codable & Sendable>(
        as key: ChangeKey?, _ body: @escaping @Sendable (any ItemInserter) throws -> (result: Result, keep: Bool)
    ) async throws -> Result {
        try await change { [clock] db in
            if let key, let known = try AppliedChanges.outcome(of: key, as: Result.self, db) {
                return Change(value: known, keep: true) { _ in }
            }
            let writer = try ItemWriter(db, at: clock.now)
            let (result, keep) = try body(writer)
            if let key, keep { try AppliedChanges.note(result, of: key, at: clock.now, db) }
            guard let items = writer.remembered else { return Change(value: result, keep: keep, follow: nil) }
            return Change(value: result, keep: keep) { try ItemWriter.insert(items, $0) }
        }
    }

    /// Returns the items in the trash.
    public func trash() async throws -> [TrashedItem] {
        try await read { [clock] in try Trash.all(at: clock.now, $0) }
    }

    /// Deletes all items that came with an import and are still there.
    public func undoImport(_ batch: UUID) async throws -> Int {
        try await change { [clock] db in
            Change(value: try Trash.add(importOf: batch, at: clock.now, db), keep: true, follow: nil)
        }
    }

    private func cached<Value: Sendable>(
        _ question: ReadCache.Question, _ compute: () async throws -> Value
    ) async throws -> Value {
        try await cache.answer(to: question, checking: { [self] in try checkFile($0) }, compute)
    }

    func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        try await SQLiteErrors.translating {
            try await pool.read { db in
                try checkFile(db)
                return try body(db)
            }
        }
    }
}
