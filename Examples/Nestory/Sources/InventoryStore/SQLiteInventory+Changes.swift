import Foundation
import GRDB
import Inventory
import Synchronization

extension SQLiteInventory {
    /// What a change comes to.
    struct Change<Value> {
        let value: Value
        let keep: Bool
        /// Does the same to the copy; nil where it is less work to copy everything.
        let follow: ((Database) throws -> Void)?
    }

    /// Changes the file, and then the copy: all of it, and surely, or nothing.
    ///
    /// A cancellation that comes before the commit undoes the change. One that comes later is passed over.
    func change<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Change<Value>
    ) async throws -> Value {
        changesUnderWay.add(1, ordering: .relaxed)
        defer { changesUnderWay.subtract(1, ordering: .relaxed) }
        let gate = CommitGate()
        // A task of its own, as GRDB interrupts whatever a cancelled task does, also what follows the commit.
        let work = Task { [pool] in
            try await pool.writeWithoutTransaction { [self] db in try make(body, db, gate) }
        }
        return try await SQLiteErrors.translating {
            try await withTaskCancellationHandler {
                try await work.value
            } onCancel: {
                gate.cancel(work)
            }
        }
    }

    private func make<Value>(
        _ body: (Database) throws -> Change<Value>, _ db: Database, _ gate: CommitGate
    ) throws -> Value {
        try checkFile(db)
        try checkRights()
        try db.beginTransaction(.immediate)
        let change: Change<Value>
        do {
            change = try body(db)
            if change.keep {
                gate.close()
                try db.commit()
            } else {
                try db.rollback()
            }
        } catch {
            // SQLite may have rolled back on its own, where the disk is full for example.
            if db.isInsideTransaction { try db.rollback() }
            throw error
        }
        guard change.keep else { return change.value }
        do {
            // A file that was taken away meanwhile has the change, but nobody will find it there.
            try checkFile(db)
            try Self.moveLogIntoFile(db)
            try refreshCopy(db, orFollow: change.follow)
        } catch {
            // The copy may lack the change, which is none of another program's: the next look copies everything.
            foreignChanges.withLock { $0 = nil }
            throw error
        }
        return change.value
    }

    /// Looks whether the file is still the one that was opened, and notes what other programs changed.
    public func check() async throws {
        // Reads at least one page: a file that cannot be read any more must be noticed.
        try await read { _ = try Int.fetchOne($0, sql: "SELECT number FROM item ORDER BY number DESC LIMIT 1") }
        // A change that is under way, perhaps for long, sees to the copy itself.
        guard copy != nil, changesUnderWay.load(ordering: .relaxed) == 0 else { return }
        try await SQLiteErrors.translating {
            try await pool.writeWithoutTransaction { [self] db in try refreshCopy(db) { _ in } }
        }
    }

    /// Writes the file's own number into it again.
    public func checkChanges() async throws {
        try await change { db in
            try db.execute(sql: "PRAGMA application_id = \(DatabaseHeader.inventoryID)")
            return Change(value: (), keep: true) { _ in }
        }
    }

    /// Refuses a file that was taken away, or whose content was replaced, while it is open.
    func checkFile(_ db: Database) throws {
        guard !DatabaseFile.hasMoved(db) else {
            throw InventoryError.notAnInventory(path: path, details: "The file was moved or deleted.")
        }
        guard let header = DatabaseHeader(try DatabaseFile.start(of: db)), header.isInventory else {
            throw InventoryError.notAnInventory(path: path, details: "The file was overwritten.")
        }
        guard header.identity == number else {
            throw InventoryError.notAnInventory(path: path, details: "Another inventory was put in its place.")
        }
    }

    /// Refuses to change a file that was made read-only, although those who have it open still could.
    private func checkRights() throws {
        guard unsafe access(path, W_OK) == 0 else {
            throw InventoryError.noAccess(
                path: path, details: "It may not be written, errno \(errno).")
        }
    }

    /// Copies the log into the file, as far as readers allow, without waiting for anybody.
    static func moveLogIntoFile(_ db: Database) throws {
        do {
            try db.checkpoint(.passive)
        } catch let error as DatabaseError
            where [.SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_FULL].contains(error.resultCode)
        {
            // The change is safe in the log, which is moved with the next change.
        }
    }

    /// Lets the copy follow.
    ///
    /// - Parameter change: What changed; nil where everything has to be read.
    func refreshCopy(_ db: Database, orFollow change: ((Database) throws -> Void)? = nil) throws {
        guard let copy else { return }
        // Grows with the changes of others only, seen from the connection that makes all of ours.
        let changes = try Int64.fetchOne(db, sql: "PRAGMA data_version") ?? 0
        let isKnown = foreignChanges.withLock { $0 == changes }
        if isKnown, let change {
            do {
                return try copy.follow(change)
            } catch _ {
                // The file has the change: what remains is to copy everything.
            }
        }
        try Self.moveLogIntoFile(db)
        try copy.replace(from: db, path: path)
        foreignChanges.withLock { $0 = changes }
    }
}
