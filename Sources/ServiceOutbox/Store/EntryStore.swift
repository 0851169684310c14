#if OUTBOX
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
    let reserve: DiskReserve
    let limits: OutboxLimits
    private let board: StatusBoard
    private let state = Lock(State())

    /// Opens the file, or creates it.
    ///
    /// - Throws: ``OutboxError``: see ``Outbox/init(path:limits:policy:clock:deliver:)``.
    init(path: String, limits: OutboxLimits, board: StatusBoard) throws(OutboxError) {
        self.limits = limits
        self.board = board
        reserve = DiskReserve(path: path + "-reserve")
        try FileAccess.requireFile(path)
        do {
            try Schema.create(at: path, lockedBy: reserve.path)
            file = try Self.open(path, reserve)
        } catch { throw FileAccess.explain(SQLiteErrors.translate(error), path) }
        do {
            try file.writer.writeWithoutTransaction { db in
                try transact(db) { _ in Changed(()) }
            }
        } catch {
            try file.close()
            throw FileAccess.explain(SQLiteErrors.translate(error), path)
        }
    }

    /// Opening needs space, too: on a full disk, what is kept would not be delivered otherwise.
    private static func open(_ path: String, _ reserve: DiskReserve) throws(OutboxError) -> OpenFile {
        do { return try OpenFile(path) } catch {
            guard error == .diskFull else { throw error }
            try reserve.release()
            return try OpenFile(path)
        }
    }
}

// MARK: - Closing

extension EntryStore {
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

// MARK: - Transactions

extension EntryStore {
    /// What a transaction did.
    struct Changed<Value: Sendable>: Sendable {
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
    func settle<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Changed<Value>
    ) async throws(OutboxError) -> Value {
        do { return try await change(body) } catch {
            guard error == .diskFull else { throw error }
            return try await reserve.releasing { () throws(OutboxError) in
                try await file.emptyLog()
                return try await change(body)
            }
        }
    }

    func change<Value: Sendable>(
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
        try SQLiteErrors.explaining(db) {
            try db.inTransaction(.immediate) {
                version = try Int.fetchOne(db, sql: "PRAGMA data_version")
                // What wrote since may be a newer version of the program, with other tables.
                if version != known { try Schema.check(db) }
                changed = try body(db)
                if version != known { items = try Self.items(db) }
                return .commit
            }
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
            let date = try row.decode(Int64.self, atIndex: 2)
            return Backlog.Item(
                number: try row.decode(Int64.self, atIndex: 0),
                subject: String(decoding: try row.decode(Data.self, atIndex: 1), as: UTF8.self),
                acceptedAt: EntryDate.date(ofMilliseconds: date),
                isRefused: try row.decode(Int?.self, atIndex: 3) != nil)
        }
    }

    func requireOpen() throws(OutboxError) {
        if isClosed { throw .failed(details: "The outbox is closed.") }
    }
}
#endif
