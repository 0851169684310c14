import Foundation
import GRDB
import Inventory

/// Inserts items within a transaction, with statements that are prepared once.
struct ItemWriter: ItemInserter {
    private static let insertion =
        "INSERT INTO item (\(ItemRow.columns), search) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"

    private let insertion: Statement
    private let byID: Statement
    private let byLikeness: Statement
    /// The last item that was there before the transaction.
    private let lastBefore: Int64

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

    func insert(_ item: Item, hasOwnID: Bool) throws -> Bool {
        try SQLiteInventory.translating {
            if hasOwnID, try Int.fetchOne(byID, arguments: [item.id.uuidString.lowercased()]) != nil {
                return false
            }
            let last = hasOwnID ? lastBefore : Int64.max
            let likeness: StatementArguments = [item.name, item.serialNumber, item.room, last]
            if try Int.fetchOne(byLikeness, arguments: likeness) != nil { return false }
            try insertion.execute(arguments: item.databaseValues)
            return true
        }
    }
}
