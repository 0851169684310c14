#if PostgreSQL
public import Inventory
import PostgresClient

import struct Foundation.UUID

/// The outbox in the inventory's database. Several servers may send from it: each takes a few notices for a minute.
///
/// Where a server is killed while it sends, another sends the same notices afterwards, with the same keys.
public struct PostgresOutbox: NotificationOutbox {
    /// How many notices a server takes at once.
    private static let most: Int64 = 10
    /// For how long it has them, by the database's clock.
    private static let claim = "interval '60 seconds'"

    private let database: PostgresDatabase
    /// Tells this server from the others.
    private let server = UUID()

    /// Describes where the outbox is.
    public init(_ database: PostgresDatabase) {
        self.database = database
    }

    /// Puts in what becomes due, and takes out what nobody needs to hear any more, in one transaction.
    public func queue(endingIn days: ClosedRange<Day>, at now: Timestamp) async throws -> Int {
        try await database.change { connection in
            try connection.query(
                """
                DELETE FROM notification WHERE sent_at IS NULL AND coalesce(claimed_until < now(), true)
                    AND NOT EXISTS (
                        SELECT 1 FROM item
                        WHERE item.id = notification.item_id AND item.warranty_until = notification.warranty_until)
                """)
            let queued = try connection.query(
                """
                INSERT INTO notification (item_id, warranty_until, name, room, serial_number, purchase_date, queued_at)
                SELECT id, warranty_until, name, room, serial_number, purchase_date, $1
                FROM item WHERE warranty_until BETWEEN $2 AND $3 ORDER BY warranty_until, number
                ON CONFLICT (item_id, warranty_until) DO NOTHING
                """,
                [
                    .integer(now.milliseconds), .date(days.lowerBound.description), .date(days.upperBound.description),
                ])
            return (queued.changed, keep: true)
        }
    }

    /// Takes notices that were not sent yet and that no other server is sending: the longest waiting first, and behind them
    /// those that this server has taken already.
    public func waiting() async throws -> [WarrantyNotice] {
        try await database.change { [server] connection in
            let rows = try connection.query(
                """
                WITH free AS (
                    SELECT number FROM notification
                    WHERE sent_at IS NULL AND (claimed_by = $1 OR coalesce(claimed_until < now(), true))
                    ORDER BY claimed_by IS NOT DISTINCT FROM $1, number LIMIT $2 FOR UPDATE SKIP LOCKED
                ), taken AS (
                    UPDATE notification SET claimed_by = $1, claimed_until = now() + \(Self.claim)
                    FROM free WHERE notification.number = free.number RETURNING notification.*
                )
                SELECT item_id, warranty_until, name, room, serial_number, purchase_date FROM taken ORDER BY number
                """, [.uuid(server), .integer(Self.most)])
            let notices = try (0..<rows.count).map { row in
                guard let item = try rows.uuid(row, 0), let day = rows.text(row, 1).flatMap({ Day($0) }) else {
                    throw PostgresError.unreadable(details: "A notice is damaged.")
                }
                return WarrantyNotice(
                    item: item, warrantyUntil: day, name: rows.text(row, 2) ?? "", room: rows.text(row, 3) ?? "",
                    serialNumber: rows.text(row, 4) ?? "", purchaseDate: rows.text(row, 5).flatMap { Day($0) })
            }
            return (notices, keep: true)
        }
    }

    /// Remembers that a notice was sent.
    public func markSent(_ notice: WarrantyNotice, at now: Timestamp) async throws {
        try await database.change { connection in
            try connection.query(
                "UPDATE notification SET sent_at = $1 WHERE item_id = $2 AND warranty_until = $3",
                [.integer(now.milliseconds), .uuid(notice.item), .date(notice.warrantyUntil.description)])
            return ((), keep: true)
        }
    }
}
#endif
