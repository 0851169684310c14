#if PostgreSQL
import Foundation
import Inventory
import PostgresClient

/// The table of deleted items, and which items came with which import.
enum PostgresTrash {
    /// Puts a deleted item in, and lets go of what was there for too long.
    static func add(_ item: Item, at now: Timestamp, _ connection: PostgresConnection) throws {
        let json = String(decoding: try JSONEncoder().encode(item), as: UTF8.self)
        try connection.query(
            """
            WITH old AS (DELETE FROM trash WHERE deleted_at <= $4)
            INSERT INTO trash (id, deleted_at, item) VALUES ($1, $2, $3)
            ON CONFLICT (id) DO UPDATE SET deleted_at = excluded.deleted_at, item = excluded.item
            """, [.uuid(item.id), .integer(now.milliseconds), .text(json), .integer(TrashedItem.end(at: now))])
    }

    /// Takes an item out; nil where it is not there, or was there for too long.
    static func take(_ id: UUID, at now: Timestamp, _ connection: PostgresConnection) throws -> Item? {
        let row = try connection.query(
            "DELETE FROM trash WHERE id = $1 AND deleted_at > $2 RETURNING item",
            [.uuid(id), .integer(TrashedItem.end(at: now))])
        return try row.text(0, 0).map { try JSONDecoder().decode(Item.self, from: Data($0.utf8)) }
    }

    /// Returns what is there, the last one that was deleted first.
    static func all(at now: Timestamp, _ connection: PostgresConnection) throws -> [TrashedItem] {
        let rows = try connection.query(
            "SELECT item, deleted_at FROM trash WHERE deleted_at > $1 ORDER BY deleted_at DESC, id LIMIT 1000",
            [.integer(TrashedItem.end(at: now))])
        return try (0..<rows.count).map { row in
            let item = try JSONDecoder().decode(Item.self, from: Data((rows.text(row, 0) ?? "").utf8))
            let deletedAt = try rows.integer(row, 1).flatMap { Timestamp(milliseconds: $0) }
            return TrashedItem(item: item, deletedAt: deletedAt ?? .epoch)
        }
    }

    /// Puts all items of an import in that are still there.
    ///
    /// - Returns: How many.
    static func add(importOf batch: UUID, at now: Timestamp, _ connection: PostgresConnection) throws -> Int {
        let rows = try connection.query(
            """
            DELETE FROM item WHERE id IN (SELECT item_id FROM imported WHERE batch = $1)
            RETURNING \(ItemColumns.selected)
            """, [.uuid(batch)])
        for row in 0..<rows.count { try add(try ItemColumns.item(rows, row: row), at: now, connection) }
        try connection.query(
            "DELETE FROM imported WHERE batch = $1 OR at <= $2", [.uuid(batch), .integer(TrashedItem.end(at: now))])
        return rows.count
    }
}
#endif
