#if OUTBOX
import Foundation
import GRDB
import GRDBSQLite

/// The connections to an outbox's file, and what tells whether the file is still the one they were opened for.
final class OpenFile: Sendable {
    /// How long to wait for another process that is writing, in seconds.
    static let busyTimeout = 2.0

    /// Where every change is written, one after the other.
    let writer: DatabaseQueue
    /// Reads while a change is being written.
    let reader: DatabaseQueue
    private let path: String
    private let files: [String: FileID]

    /// Opens a file that is there.
    init(_ path: String) throws(OutboxError) {
        self.path = path
        let before = FileID(path)
        try Schema.check(path)
        let opened: (DatabaseQueue, DatabaseQueue)
        do { opened = try Self.open(path) } catch { throw SQLiteErrors.translate(error) }
        (writer, reader) = opened
        // All three are there as long as a connection is open.
        var files: [String: FileID] = [:]
        for name in [path, path + "-wal", path + "-shm"] { files[name] = FileID(name) }
        self.files = files
        guard files.count == 3, files[path] == before else {
            try close()
            throw .gone
        }
    }

    private static func open(_ path: String) throws -> (DatabaseQueue, DatabaseQueue) {
        var configuration = Configuration()
        configuration.label = "outbox"
        configuration.busyMode = .timeout(busyTimeout)
        configuration.foreignKeysEnabled = false
        let writer = try DatabaseQueue(path: path, configuration: configuration)
        do {
            try writer.writeWithoutTransaction { db in try SQLiteErrors.explaining(db) { try prepare(db) } }
            configuration.readonly = true
            let reader = try DatabaseQueue(path: path, configuration: configuration)
            // Reads something, as SQLite opens the log with the first read.
            do { _ = try reader.read { db in try Int.fetchOne(db, sql: "SELECT entries FROM total") } } catch {
                try reader.close()
                throw error
            }
            return (writer, reader)
        } catch {
            try writer.close()
            throw error
        }
    }

    private static func prepare(_ db: Database) throws {
        // SQLite opens a file that it may only read without an error. What was delivered could not be removed from it.
        guard unsafe sqlite3_db_readonly(db.sqliteConnection, "main") == 0 else {
            throw OutboxError.noAccess(details: "The file can only be read.")
        }
        try Schema.check(db)
        let problem = try String.fetchOne(db, sql: "PRAGMA quick_check(1)")
        guard problem == "ok" else { throw OutboxError.damaged(details: problem ?? "It has no pages.") }
        guard try String.fetchOne(db, sql: "PRAGMA journal_mode = WAL") == "wal" else {
            throw OutboxError.failed(details: "The file system does not support SQLite's log.")
        }
        // After the mode of the log: GRDB and SQLite may choose less with it.
        try db.execute(sql: "PRAGMA synchronous = FULL; PRAGMA fullfsync = 1; PRAGMA checkpoint_fullfsync = 1")
        // A file grows in steps of this size, also when it is asked to make room ahead of a change.
        var step: Int32 = 64 << 10
        let code = unsafe sqlite3_file_control(db.sqliteConnection, "main", SQLITE_FCNTL_CHUNK_SIZE, &step)
        guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    }

    /// - Throws: ``OutboxError/gone`` if one of the files is not where it was any more.
    func check() throws(OutboxError) {
        for (name, id) in files where FileID(name) != id { throw .gone }
    }

    /// Gives the file room for a change, so that the log can be moved into it on a full disk.
    static func makeRoom(forBytes bytes: Int, in db: Database) throws {
        guard let pages = try Int64.fetchOne(db, sql: "PRAGMA page_count"),
            let pageSize = try Int64.fetchOne(db, sql: "PRAGMA page_size")
        else { throw OutboxError.damaged(details: "The file has no pages.") }
        // The change's own pages, and those of indexes that split.
        var size = pages * pageSize + Int64(bytes) + 16 * pageSize
        let code = unsafe sqlite3_file_control(db.sqliteConnection, "main", SQLITE_FCNTL_SIZE_HINT, &size)
        switch ResultCode(rawValue: code).primaryResultCode {
        case .SQLITE_OK: break
        // SQLite reports an I/O error whatever the cause. The call only asks for space, so the disk is taken to be full.
        case .SQLITE_IOERR, .SQLITE_FULL: throw OutboxError.diskFull
        default: throw DatabaseError(resultCode: ResultCode(rawValue: code))
        }
    }

    /// Moves the log into the file, and lets go the log's space.
    func emptyLog() async throws(OutboxError) {
        try await uncancelled { [writer] in
            try await writer.writeWithoutTransaction { db in
                _ = try SQLiteErrors.explaining(db) { try Row.fetchOne(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
            }
        }
    }

    /// Waits for what is being read and written, then closes the connections: one also where the other cannot be closed.
    func close() throws(OutboxError) {
        let results = [Result { try reader.close() }, Result { try writer.close() }]
        do { for result in results { try result.get() } } catch { throw SQLiteErrors.translate(error) }
    }
}

/// Runs a body in a task that nobody cancels: GRDB gives up in a cancelled one.
func uncancelled<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
) async throws(OutboxError) -> Value {
    let task = Task { () -> Result<Value, OutboxError> in
        do { return .success(try await body()) } catch { return .failure(SQLiteErrors.translate(error)) }
    }
    return try await task.value.get()
}
#endif
