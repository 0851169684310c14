import Foundation
import GRDB
import Inventory

/// The table of deleted items, and which items came with which import.
enum Trash {
    /// Puts a deleted item in, and lets go of what was there for too long.
    static func add(_ item: Item, at now: Timestamp, _ db: Database) throws {
        try db.execute(
            sql: "INSERT OR REPLACE INTO trash (id, deleted_at, item) VALUES (?, ?, ?)",
            arguments: [
                item.id.uuidString.lowercased(), now.milliseconds,
                String(decoding: try JSONEncoder().encode(item), as: UTF8.self),
            ])
        try db.execute(sql: "DELETE FROM trash WHERE deleted_at <= ?", arguments: [TrashedItem.end(at: now)])
    }

    /// Takes an item out; nil where it is not there, or was there for too long.
    static func take(_ id: UUID, at now: Timestamp, _ db: Database) throws -> Item? {
        let text = try String.fetchOne(
            db, sql: "DELETE FROM trash WHERE id = ? AND deleted_at > ? RETURNING item",
            arguments: [id.uuidString.lowercased(), TrashedItem.end(at: now)])
        return try text.map { try JSONDecoder().decode(Item.self, from: Data($0.utf8)) }
    }

    /// Returns the revision that an item had when it was deleted; nil where the trash does not have it.
    static func revision(of id: UUID, _ db: Database) throws -> Int? {
        let statement = try db.cachedStatement(sql: "SELECT json_extract(item, '$.revision') FROM trash WHERE id = ?")
        return try Int.fetchOne(statement, arguments: [id.uuidString.lowercased()])
    }

    /// Returns what is there, the last one that was deleted first.
    static func all(at now: Timestamp, _ db: Database) throws -> [TrashedItem] {
        try Row.fetchAll(
            db, sql: "SELECT item, deleted_at FROM trash WHERE deleted_at > ? ORDER BY deleted_at DESC, id LIMIT 1000",
            arguments: [TrashedItem.end(at: now)]
        ).map { row in
            let item = try JSONDecoder().decode(Item.self, from: Data((row[0] as String).utf8))
            return TrashedItem(item: item, deletedAt: Timestamp(milliseconds: row[1]) ?? .epoch)
        }
    }

    /// Notes that an item came with an import.
    static func note(_ item: Item, of batch: UUID, at now: Timestamp, _ statement: Statement) throws {
        try statement.execute(arguments: [
            batch.uuidString.lowercased(), item.id.uuidString.lowercased(), now.milliseconds,
        ])
    }

    /// Notes an item: ``note(_:of:at:_:)`` fills it in.
    static let noting = "INSERT INTO imported (batch, item_id, at) VALUES (?, ?, ?)"

    /// Puts all items of an import in that are still there.
    ///
    /// - Returns: How many.
    static func add(importOf batch: UUID, at now: Timestamp, _ db: Database) throws -> Int {
        let rows = try ItemRow.fetchAll(
            db,
            sql: """
                SELECT \(ItemRow.columns) FROM item
                WHERE id IN (SELECT item_id FROM imported WHERE batch = ?)
                """, arguments: [batch.uuidString.lowercased()])
        for row in rows {
            try add(row.item, at: now, db)
            try db.execute(sql: "DELETE FROM item WHERE id = ?", arguments: [row.item.id.uuidString.lowercased()])
        }
        try db.execute(
            sql: "DELETE FROM imported WHERE batch = ? OR at <= ?",
            arguments: [batch.uuidString.lowercased(), TrashedItem.end(at: now)])
        return rows.count
    }
}
