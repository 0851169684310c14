#if OUTBOX
import Foundation
import GRDB

extension EntryStore {
    /// Keeps a change. One that is kept already, with the same key, is not kept twice.
    func keep(_ entry: NewEntry) async throws(OutboxError) -> StoredEntry {
        guard entry.command.count <= limits.bytesPerCommand else {
            throw .tooLarge(bytes: entry.command.count, limit: limits.bytesPerCommand)
        }
        try requireOpen()
        try await reserve.take()
        return try await change { [limits] db in
            if let same = try Self.find(entry.key, in: db) {
                guard same.subject == entry.subject, same.command == entry.command else {
                    throw OutboxError.keyReused(entry.key)
                }
                return Changed(same)
            }
            try Self.requireRoom(for: entry.bytes, entries: 1, limits, in: db)
            try db.execute(
                sql: "INSERT INTO entry (key, subject, command, accepted_at) VALUES (?, ?, ?, ?)",
                arguments: [
                    entry.key.rawValue, Data(entry.subject.utf8), entry.command,
                    EntryDate.milliseconds(of: entry.acceptedAt),
                ])
            let number = db.lastInsertedRowID
            guard let stored = try Self.find(number, in: db) else {
                throw OutboxError.failed(details: "A change was not stored.")
            }
            return Changed(stored, undo: "DELETE FROM entry WHERE number = \(number)") { $0.insert(stored.item) }
        }
    }

    /// Removes a change that was delivered.
    ///
    /// - Parameter entry: The change as it was delivered. If it has another key by now, it is another change.
    func remove(_ entry: StoredEntry) async throws(OutboxError) {
        try await settle { db in
            try db.execute(
                sql: "DELETE FROM entry WHERE number = ? AND key = ?", arguments: [entry.number, entry.key.rawValue])
            guard db.changesCount > 0 else { return Changed(()) }
            return Changed(()) { $0.remove(entry.number) }
        }
    }

    /// Notes why a change is not delivered.
    ///
    /// - Parameters:
    ///   - entry: The change as it was delivered. If it has another key by now, it is another change.
    ///   - refusal: The reason.
    func refuse(_ entry: StoredEntry, _ refusal: OutboxRefusal) async throws(OutboxError) {
        try await settle { db in
            try db.execute(
                sql: "UPDATE entry SET refusal = ?, reason = ? WHERE number = ? AND key = ?",
                arguments: [refusal.code, refusal.reason, entry.number, entry.key.rawValue])
            guard db.changesCount > 0 else { return Changed(()) }
            return Changed(()) { $0.setRefused(entry.number, true) }
        }
    }

    /// Removes a refused change.
    func discard(_ number: Int64) async throws(OutboxError) {
        try await settle { db in
            _ = try Self.refused(number, in: db)
            try db.execute(sql: "DELETE FROM entry WHERE number = ?", arguments: [number])
            return Changed(()) { $0.remove(number) }
        }
    }

    /// Lets a refused change be delivered again.
    ///
    /// - Parameters:
    ///   - number: Its number, which it keeps.
    ///   - command: What takes its place, or nil if it stays the same.
    func reopen(_ number: Int64, with command: Data? = nil) async throws(OutboxError) -> StoredEntry {
        if let command, command.count > limits.bytesPerCommand {
            throw .tooLarge(bytes: command.count, limit: limits.bytesPerCommand)
        }
        return try await settle { [limits] db in
            let entry = try Self.refused(number, in: db)
            // A change that cannot be decoded may have been delivered before, so it keeps its key.
            var key = IdempotencyKey()
            if case .unreadable = entry.refusal, command == nil { key = entry.key }
            if let command {
                try Self.requireRoom(for: command.count - entry.command.count, entries: 0, limits, in: db)
            }
            try db.execute(
                sql: "UPDATE entry SET key = ?, command = ?, refusal = NULL, reason = NULL WHERE number = ?",
                arguments: [key.rawValue, command ?? entry.command, number])
            guard let stored = try Self.find(number, in: db) else { throw OutboxError.noEntry(number) }
            return Changed(stored) { $0.setRefused(number, false) }
        }
    }
}

// MARK: - Rows

extension EntryStore {
    private static func find(_ number: Int64, in db: Database) throws -> StoredEntry? {
        try Row.fetchOne(db, sql: "SELECT \(StoredEntry.columns) FROM entry WHERE number = ?", arguments: [number])
            .map { try StoredEntry(row: $0) }
    }

    private static func find(_ key: IdempotencyKey, in db: Database) throws -> StoredEntry? {
        try Row.fetchOne(db, sql: "SELECT \(StoredEntry.columns) FROM entry WHERE key = ?", arguments: [key.rawValue])
            .map { try StoredEntry(row: $0) }
    }

    private static func refused(_ number: Int64, in db: Database) throws -> StoredEntry {
        guard let entry = try find(number, in: db), entry.refusal != nil else { throw OutboxError.noEntry(number) }
        return entry
    }

    /// Checks the limits, and makes room in the file.
    private static func requireRoom(for bytes: Int, entries: Int, _ limits: OutboxLimits, in db: Database) throws {
        guard let total = try Row.fetchOne(db, sql: "SELECT entries, bytes FROM total") else {
            throw OutboxError.damaged(details: "The totals are missing.")
        }
        let (keptEntries, keptBytes) = (
            try total.decode(Int.self, atIndex: 0), try total.decode(Int.self, atIndex: 1)
        )
        guard entries <= 0 || keptEntries + entries <= limits.entries, bytes <= 0 || keptBytes + bytes <= limits.bytes
        else { throw OutboxError.full }
        try OpenFile.makeRoom(forBytes: max(bytes, 0), in: db)
    }
}
#endif
