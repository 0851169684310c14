import Foundation
import GRDB
import Inventory

/// Inserts items within a transaction, with statements that are prepared once, and remembers them.
final class ItemWriter: ItemInserter {
    private static let insertion =
        "INSERT INTO item (\(ItemRow.columns), search) VALUES (\(ItemRow.names.map { _ in "?" }.joined(separator: ", ")))"

    private let insertion: Statement
    private let noting: Statement
    private let db: Database
    private let now: Timestamp
    private let byID: Statement
    private let byLikeness: Statement
    /// The last item that was there before the transaction.
    private let lastBefore: Int64
    /// The most items that are worth remembering.
    private static let mostRemembered = 1000
    /// What was inserted, in order; nil where it was too much to remember, or something else was changed, too.
    private(set) var remembered: [Item]? = []

    init(_ db: Database, at now: Timestamp) throws {
        self.db = db
        self.now = now
        noting = try db.makeStatement(sql: Trash.noting)
        insertion = try db.makeStatement(sql: Self.insertion)
        byID = try db.makeStatement(sql: "SELECT 1 FROM item WHERE id = ?")
        byLikeness = try db.makeStatement(
            sql:
                "SELECT 1 FROM item WHERE name = ? AND serial_number = ? AND room = ? AND number <= ? LIMIT 1"
        )
        lastBefore = try Int64.fetchOne(db, sql: "SELECT MAX(number) FROM item") ?? 0
    }

    static func insert(_ item: Item, _ db: Database) throws {
        try db.execute(sql: insertion, arguments: item.databaseValues)
    }

    static func insert(_ items: [Item], _ db: Database) throws {
        let statement = try db.makeStatement(sql: insertion)
        for item in items { try statement.execute(arguments: item.databaseValues) }
    }

    /// Makes a change of one item.
    ///
    /// - Returns: The item as the change left it, or as it was removed; nil where there is none.
    static func apply(_ change: ItemChange, at now: Timestamp, _ db: Database) throws -> Item? {
        switch change.work {
        case .add(let item):
            let item = try following(item, db)
            try insertNew(item, db)
            return item
        case .restore(let id):
            guard var item = try Trash.take(id, at: now, db) else { return nil }
            item.revision += 1
            try insertNew(item, db)
            return item
        case .replace(var item):
            guard let old = try current(item.id, expecting: change.expected, db) else { return nil }
            item.revision = old.revision + 1
            try put(item, db)
            return item
        case .remove(let id):
            guard let old = try current(id, expecting: change.expected, db) else { return nil }
            try remove(id, db)
            try Trash.add(old, at: now, db)
            return old
        }
    }

    /// Does to a copy what a change did to the file.
    static func follow(_ work: ItemChange.Work, to item: Item?, _ db: Database) throws {
        guard let item else { return }
        switch work {
        case .add, .restore: try insert(item, db)
        case .replace: try put(item, db)
        case .remove(let id): try remove(id, db)
        }
    }

    /// Returns an item as it is added: with a revision above that of a deleted one with its id. Nobody who has seen that one
    /// must take this for it.
    private static func following(_ item: Item, _ db: Database) throws -> Item {
        var item = item
        if let last = try Trash.revision(of: item.id, db) { item.revision = max(item.revision, last + 1) }
        return item
    }

    private static func insertNew(_ item: Item, _ db: Database) throws {
        do {
            try insert(item, db)
        } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE {
            throw InventoryError.alreadyExists
        }
    }

    private static func current(_ id: UUID, expecting expected: Int?, _ db: Database) throws -> Item? {
        guard let item = try ItemRow.fetch(id, db) else { return nil }
        guard expected == nil || expected == item.revision else { throw InventoryError.changed(item) }
        return item
    }

    private static func put(_ item: Item, _ db: Database) throws {
        let columns = ItemRow.names.map { "\($0) = ?" }
        try db.execute(
            sql: "UPDATE item SET \(columns.joined(separator: ", ")) WHERE id = ?",
            arguments: item.databaseValues + [item.id.uuidString.lowercased()])
    }

    private static func remove(_ id: UUID, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM item WHERE id = ?", arguments: [id.uuidString.lowercased()])
    }

    func insert(_ item: Item, hasOwnID: Bool, of batch: UUID?) throws -> Bool {
        try SQLiteErrors.translating {
            if hasOwnID, try Int.fetchOne(byID, arguments: [item.id.uuidString.lowercased()]) != nil {
                return false
            }
            let last = hasOwnID ? lastBefore : Int64.max
            let likeness: StatementArguments = [item.name, item.serialNumber, item.room, last]
            if try Int.fetchOne(byLikeness, arguments: likeness) != nil { return false }
            let item = hasOwnID ? try Self.following(item, db) : item
            try insertion.execute(arguments: item.databaseValues)
            if let batch { try Trash.note(item, of: batch, at: now, noting) }
            remembered?.append(item)
            if let count = remembered?.count, count > Self.mostRemembered { remembered = nil }
            return true
        }
    }

    func known(_ item: Item, hasOwnID: Bool) throws -> Item? {
        try SQLiteErrors.translating {
            if hasOwnID, let same = try ItemRow.fetch(item.id, db) { return same }
            let sql = """
                SELECT \(ItemRow.columns) FROM item
                WHERE name = ? AND serial_number = ? AND room = ? AND number <= ? ORDER BY number LIMIT 1
                """
            let last = hasOwnID ? lastBefore : Int64.max
            return try ItemRow.fetchOne(db, sql: sql, arguments: [item.name, item.serialNumber, item.room, last])?.item
        }
    }

    func replace(_ item: Item) throws {
        try SQLiteErrors.translating {
            remembered = nil
            _ = try Self.apply(ItemChange(.replace(item)), at: now, db)
        }
    }
}
