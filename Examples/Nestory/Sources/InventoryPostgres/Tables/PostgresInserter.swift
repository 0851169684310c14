#if PostgreSQL
import Foundation
import Inventory
import PostgresClient

/// Inserts the items of an import within its transaction, one statement for each.
struct PostgresInserter: ItemInserter {
    private let connection: PostgresConnection
    private let now: Timestamp
    /// The last item that was there before the transaction.
    private let lastBefore: Int64

    /// Begins an import. Two at once would both miss each other's items, so the second one waits.
    init(_ connection: PostgresConnection, at now: Timestamp) throws {
        self.connection = connection
        self.now = now
        try connection.query("SELECT pg_advisory_xact_lock($1)", [.integer(PostgresSchema.Lock.imports.rawValue)])
        lastBefore = try connection.query("SELECT coalesce(max(number), 0) FROM item").integer(0, 0) ?? 0
    }

    func insert(_ item: Item, hasOwnID: Bool, of batch: UUID?) throws -> Bool {
        do {
            let last = hasOwnID ? lastBefore : Int64.max
            return try connection.query(
                Self.insertion, item.postgresValues + [.integer(last), .uuid(batch), .integer(now.milliseconds)]
            ).count > 0
        } catch {
            throw PostgresErrors.translate(error)
        }
    }

    func known(_ item: Item, hasOwnID: Bool) throws -> Item? {
        do {
            if hasOwnID, let same = try PostgresWriter.item(item.id, connection) { return same }
            let rows = try connection.query(
                """
                SELECT \(ItemColumns.selected) FROM item
                WHERE \(PostgresSchema.likeness) = md5($1 || E'\\n' || $2 || E'\\n' || $3)
                    AND name = $1 AND serial_number = $2 AND room = $3 AND number <= $4 ORDER BY number LIMIT 1
                """,
                [
                    .text(item.name), .text(item.serialNumber), .text(item.room),
                    .integer(hasOwnID ? lastBefore : Int64.max),
                ])
            return rows.count > 0 ? try ItemColumns.item(rows, row: 0) : nil
        } catch {
            throw PostgresErrors.translate(error)
        }
    }

    func replace(_ item: Item) throws {
        do {
            _ = try PostgresWriter(connection, at: now).apply(ItemChange(.replace(item)))
        } catch {
            throw PostgresErrors.translate(error)
        }
    }

    private static let likeness = "md5($2 || E'\\n' || $9 || E'\\n' || $4)"
    private static let insertion = """
        WITH new AS (
            INSERT INTO item (\(ItemColumns.inserted)) SELECT \(ItemColumns.placeholders)
            WHERE NOT EXISTS (SELECT 1 FROM item WHERE id = $1)
                AND NOT EXISTS (
                    SELECT 1 FROM item
                    WHERE \(PostgresSchema.likeness) = \(likeness) AND name = $2 AND serial_number = $9 AND room = $4
                        AND number <= $15)
            RETURNING id
        ), noted AS (INSERT INTO imported (batch, item_id, at) SELECT $16, id, $17 FROM new WHERE $16 IS NOT NULL)
        SELECT 1 FROM new
        """
}
#endif
