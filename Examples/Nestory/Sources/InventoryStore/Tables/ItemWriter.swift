import Foundation
import GRDB
import Inventory

/// Inserts items within a transaction, with statements that are prepared once, and remembers them.
final class ItemWriter: ItemInserter {
    private static let insertion =
        "INSERT INTO item (\(ItemRow.columns), search) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"

    private let insertion: Statement
    private let byID: Statement
    private let byLikeness: Statement
    /// The last item that was there before the transaction.
    private let lastBefore: Int64
    /// The most items that are worth remembering.
    private static let mostRemembered = 1000
    /// What was inserted, in order; nil where it was too much to remember.
    private(set) var remembered: [Item]? = []

    init(_ db: Database) throws {
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

    /// - Returns: Whether there was one with the item's id.
    static func replace(_ item: Item, _ db: Database) throws -> Bool {
        let columns = (ItemRow.columns + ", search").split(separator: ", ").map { "\($0) = ?" }
        try db.execute(
            sql: "UPDATE item SET \(columns.joined(separator: ", ")) WHERE id = ?",
            arguments: item.databaseValues + [item.id.uuidString.lowercased()])
        return db.changesCount > 0
    }

    /// - Returns: Whether there was one with that id.
    static func remove(_ id: UUID, _ db: Database) throws -> Bool {
        try db.execute(sql: "DELETE FROM item WHERE id = ?", arguments: [id.uuidString.lowercased()])
        return db.changesCount > 0
    }

    func insert(_ item: Item, hasOwnID: Bool) throws -> Bool {
        try SQLiteErrors.translating {
            if hasOwnID, try Int.fetchOne(byID, arguments: [item.id.uuidString.lowercased()]) != nil {
                return false
            }
            let last = hasOwnID ? lastBefore : Int64.max
            let likeness: StatementArguments = [item.name, item.serialNumber, item.room, last]
            if try Int.fetchOne(byLikeness, arguments: likeness) != nil { return false }
            try insertion.execute(arguments: item.databaseValues)
            remembered?.append(item)
            if let count = remembered?.count, count > Self.mostRemembered { remembered = nil }
            return true
        }
    }
}
