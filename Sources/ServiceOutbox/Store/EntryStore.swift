#if Outbox
import Foundation
import GRDB
@_spi(Lock) import Service

/// The kept changes in their file, with a ``Backlog`` of them in memory.
///
/// Every change of the file runs on one queue, and changes the backlog before the next one begins. What other connections
/// wrote is noticed by SQLite's number of versions, and read anew.
final class EntryStore: Sendable {
    private struct State {
        var backlog = Backlog()
        /// SQLite's number of versions when the backlog was last the same as the file.
        var version: Int?
        var isClosed = false
    }

    let file: OpenFile
    private let reserve: DiskReserve
    private let limits: OutboxLimits
    private let board: StatusBoard
    private let state = Lock(State())

    /// Opens the file, or creates it.
    ///
    /// - Throws: ``OutboxError``: see ``Outbox/init(path:limits:policy:clock:deliver:)``.
    init(path: String, limits: OutboxLimits, board: StatusBoard) throws(OutboxError) {
        self.limits = limits
        self.board = board
        reserve = DiskReserve(path: path + "-reserve")
        do {
            try Schema.create(at: path, lockedBy: reserve.path)
            file = try Self.open(path, reserve)
        } catch { throw SQLiteErrors.translate(error) }
        do {
            try file.writer.writeWithoutTransaction { db in
                try transact(db) { _ in Changed(()) }
            }
        } catch {
            try file.close()
            throw SQLiteErrors.translate(error)
        }
    }

    /// Opening needs space, too: on a full disk, what is kept would not be delivered otherwise.
    private static func open(_ path: String, _ reserve: DiskReserve) throws -> OpenFile {
        do { return try OpenFile(path) } catch OutboxError.diskFull {
            try reserve.release()
            return try OpenFile(path)
        }
    }
}

// MARK: - The backlog

extension EntryStore {
    var isClosed: Bool { state.withLock { $0.isClosed } }
    /// The change to attempt next.
    var next: Int64? { state.withLock { $0.backlog.next } }

    func pause(_ subject: String) { state.withLock { $0.backlog.pause(subject) } }

    func resume(_ subjects: [String]) {
        state.withLock { state in
            for subject in subjects { state.backlog.resume(subject) }
        }
    }

    /// Reads anew what others changed.
    ///
    /// - Parameter always: Whether to read also if nobody seems to have changed anything.
    func refresh(always: Bool = false) async throws(OutboxError) {
        try requireOpen()
        try await uncancelled { [self] in
            try await file.writer.writeWithoutTransaction { db in
                try file.check()
                // Asked without a transaction first, which would wait for others that are writing.
                let version = try Int.fetchOne(db, sql: "PRAGMA data_version")
                if always || version != state.withLock({ $0.version }) {
                    state.withLock { $0.version = nil }
                    try transact(db) { _ in Changed(()) }
                }
            }
        }
    }
}

// MARK: - Reading

extension EntryStore {
    func entry(_ number: Int64) async throws(OutboxError) -> StoredEntry? {
        try await read { db in
            try Row.fetchOne(
                db, sql: "SELECT \(StoredEntry.columns) FROM entry WHERE number = ?", arguments: [number]
            ).map { try StoredEntry(row: $0) }
        }
    }

    func entries(of subject: String?) async throws(OutboxError) -> [StoredEntry] {
        let subject = subject.map { Data($0.precomposedStringWithCanonicalMapping.utf8) }
        return try await read { db in
            try Row.fetchAll(
                db,
                sql: "SELECT \(StoredEntry.columns) FROM entry WHERE ?1 IS NULL OR subject = ?1 ORDER BY number",
                arguments: [subject]
            ).map { try StoredEntry(row: $0) }
        }
    }

    func hasEntries(of subject: String) async throws(OutboxError) -> Bool {
        let subject = Data(subject.precomposedStringWithCanonicalMapping.utf8)
        return try await read { db in
            try Bool.fetchOne(db, sql: "SELECT 1 FROM entry WHERE subject = ? LIMIT 1", arguments: [subject]) ?? false
        }
    }

    private func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(OutboxError) -> Value {
        try requireOpen()
        return try await uncancelled { [file] in
            try file.check()
            return try await file.reader.read(body)
        }
    }
}

// MARK: - Changing

extension EntryStore {
    /// Keeps a change. One that is kept already, with the same key, is not kept twice.
    func keep(_ entry: NewEntry) async throws(OutboxError) -> StoredEntry {
        guard entry.command.count <= limits.bytesPerCommand else {
            throw .tooLarge(bytes: entry.command.count, limit: limits.bytesPerCommand)
        }
        try requireOpen()
        try reserve.take()
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

    /// Waits for what is being read and written, then closes the file.
    func close() throws(OutboxError) {
        guard
            state.withLock({ state in
                defer { state.isClosed = true }
                return !state.isClosed
            })
        else { return }
        try file.close()
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
        let kept: (entries: Int, bytes: Int) = (total[0], total[1])
        guard kept.entries + entries <= limits.entries, bytes <= 0 || kept.bytes + bytes <= limits.bytes else {
            throw OutboxError.full
        }
        try OpenFile.makeRoom(forBytes: max(bytes, 0), in: db)
    }
}

// MARK: - Transactions

extension EntryStore {
    /// What a transaction did.
    private struct Changed<Value: Sendable>: Sendable {
        let value: Value
        /// Takes it back if the file turns out to be another one.
        let undo: String?
        let apply: @Sendable (inout Backlog) -> Void

        init(_ value: Value, undo: String? = nil, apply: @escaping @Sendable (inout Backlog) -> Void = { _ in }) {
            self.value = value
            self.undo = undo
            self.apply = apply
        }
    }

    /// Records what became of a change. On a full disk, the reserve and the log's space are used for it.
    private func settle<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Changed<Value>
    ) async throws(OutboxError) -> Value {
        do { return try await change(body) } catch .diskFull {
            return try await reserve.releasing { () throws(OutboxError) in
                try await file.emptyLog()
                return try await change(body)
            }
        }
    }

    private func change<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Changed<Value>
    ) async throws(OutboxError) -> Value {
        try requireOpen()
        return try await uncancelled { [self] in
            try await file.writer.writeWithoutTransaction { db in try transact(db, body) }
        }
    }

    private func transact<Value: Sendable>(
        _ db: Database, _ body: (Database) throws -> Changed<Value>
    ) throws -> Value {
        try file.check()
        let known = state.withLock { $0.version }
        var changed: Changed<Value>?
        var version: Int?
        var items: [Backlog.Item]?
        try db.inTransaction(.immediate) {
            changed = try body(db)
            version = try Int.fetchOne(db, sql: "PRAGMA data_version")
            if version != known { items = try Self.items(db) }
            return .commit
        }
        guard let changed else { throw OutboxError.failed(details: "A transaction did not run.") }
        do { try file.check() } catch {
            // The change is in a file that is not the outbox's any more. If it cannot be taken back there, there is nothing
            // else to do, and that the file is gone says more than the reason.
            if let undo = changed.undo { _ = Result { try db.execute(sql: undo) } }
            throw error
        }
        let status = state.withLock { state in
            if let items { state.backlog.replaceAll(with: items) } else { changed.apply(&state.backlog) }
            state.version = version
            return (state.backlog.waiting, state.backlog.held, state.backlog.refused, state.backlog.oldest)
        }
        board.update { ($0.waiting, $0.held, $0.refused, $0.oldest) = status }
        return changed.value
    }

    private static func items(_ db: Database) throws -> [Backlog.Item] {
        try Row.fetchAll(db, sql: "SELECT number, subject, accepted_at, refusal FROM entry ORDER BY number").map {
            row in
            let (subject, date, refusal): (Data, Int64, Int?) = (row[1], row[2], row[3])
            return Backlog.Item(
                number: row[0], subject: String(decoding: subject, as: UTF8.self),
                acceptedAt: EntryDate.date(ofMilliseconds: date), isRefused: refusal != nil)
        }
    }

    private func requireOpen() throws(OutboxError) {
        if isClosed { throw .failed(details: "The outbox is closed.") }
    }
}
#endif
