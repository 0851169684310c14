#if OUTBOX
import Foundation
import GRDB

/// The tables of the outbox's file, and how the file comes to be.
enum Schema {
    static let version: UInt32 = 1

    /// Numbers are never used twice (AUTOINCREMENT). Text is stored as its bytes: SQLite ends text at a zero character.
    /// The totals are kept by triggers, so that a limit costs one read.
    private static let tables = """
        CREATE TABLE entry (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            key TEXT NOT NULL UNIQUE,
            subject BLOB NOT NULL,
            command BLOB NOT NULL,
            accepted_at INTEGER NOT NULL,
            refusal INTEGER,
            reason TEXT
        );
        CREATE INDEX entry_subject ON entry (subject, number);
        CREATE TABLE total (entries INTEGER NOT NULL, bytes INTEGER NOT NULL);
        INSERT INTO total VALUES (0, 0);
        CREATE TRIGGER entry_kept AFTER INSERT ON entry BEGIN
            UPDATE total SET entries = entries + 1, bytes = bytes + length(NEW.command) + length(NEW.subject);
        END;
        CREATE TRIGGER entry_removed AFTER DELETE ON entry BEGIN
            UPDATE total SET entries = entries - 1, bytes = bytes - length(OLD.command) - length(OLD.subject);
        END;
        CREATE TRIGGER entry_replaced AFTER UPDATE OF command ON entry BEGIN
            UPDATE total SET bytes = bytes + length(NEW.command) - length(OLD.command);
        END;
        PRAGMA application_id = \(FileHeader.outboxID);
        PRAGMA user_version = \(version);
        """

    /// Creates the file unless it is there. It appears under its name when it is complete, so a process that is killed
    /// leaves a whole outbox or none.
    static func create(at path: String, lockedBy reservePath: String) throws {
        guard FileID(path) == nil else { return }
        let lock = try FileLock(reservePath, waits: true)
        // Somebody else may have created it meanwhile, and the lock file may have been replaced.
        guard lock != nil else { throw OutboxError.gone }
        guard FileID(path) == nil else { return }
        guard FileID(path + "-wal") == nil else {
            throw OutboxError.damaged(
                details: "\(path) is missing, but \(path)-wal is there and may have changes. Restore or remove one.")
        }
        let draft = path + "-new"
        for leftover in [draft, draft + "-journal"] where FileID(leftover) != nil {
            guard unsafe unlink(leftover) == 0 else { throw SystemError.current(leftover) }
        }
        let queue = try DatabaseQueue(path: draft)
        do {
            try queue.writeWithoutTransaction { db in
                try SQLiteErrors.explaining(db) {
                    // A draft needs no journal: if it fails, it is thrown away.
                    try db.execute(sql: "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = FULL; PRAGMA fullfsync = 1")
                    try db.inTransaction(.exclusive) {
                        try db.execute(sql: tables)
                        return .commit
                    }
                }
            }
        } catch {
            try queue.close()
            throw error
        }
        try queue.close()
        guard unsafe rename(draft, path) == 0 else { throw SystemError.current(path) }
        try synchronizeFolder(of: path)
        withExtendedLifetime(lock) {}
    }

    /// Makes a new name survive a power loss.
    private static func synchronizeFolder(of path: String) throws {
        let folder = URL(filePath: path).deletingLastPathComponent().path
        let descriptor = unsafe open(folder, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemError.current(folder) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw SystemError.current(folder) }
    }

    /// Refuses a file that is not an outbox of this version, without changing it.
    static func check(_ path: String) throws(OutboxError) {
        let header = try FileHeader(path: path)
        try check(applicationID: header.applicationID, version: header.version)
    }

    /// Refuses an open file that is not an outbox of this version. Only SQLite knows the version that counts while a newer program has the
    /// file open, or after one has upgraded it: the file itself may still have the old one.
    static func check(_ db: Database) throws {
        guard let applicationID = try Int64.fetchOne(db, sql: "PRAGMA application_id"),
            let version = try Int64.fetchOne(db, sql: "PRAGMA user_version")
        else { throw OutboxError.damaged(details: "It has no version.") }
        try check(
            applicationID: UInt32(truncatingIfNeeded: applicationID), version: UInt32(truncatingIfNeeded: version))
    }

    private static func check(applicationID: UInt32, version: UInt32) throws(OutboxError) {
        guard applicationID == FileHeader.outboxID else {
            throw .damaged(details: "It is another program's SQLite file.")
        }
        guard version <= Self.version else { throw .tooNew }
    }
}
#endif
