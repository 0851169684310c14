import Foundation
import GRDB
public import Inventory

/// The outbox in the inventory's own file, so that both are moved and copied together.
///
/// The file is opened for each call: where it was exchanged meanwhile, nothing is written to the old one.
public struct SQLiteOutbox: NotificationOutbox {
    private let path: String
    private let busyTimeout: Double

    /// Describes where the inventory is. It must exist when the first method is called.
    ///
    /// - Parameters:
    ///   - path: The inventory's file.
    ///   - busyTimeout: How many seconds to wait for others that are writing.
    public init(path: String, busyTimeout: Double = 5) {
        self.path = path
        self.busyTimeout = busyTimeout
    }

    /// Puts in what becomes due, and takes out what nobody needs to hear any more, in one transaction.
    public func queue(endingIn days: ClosedRange<Day>, at now: Timestamp) async throws -> Int {
        try await write { db in
            try db.execute(
                sql: """
                    DELETE FROM notification WHERE sent_at IS NULL AND NOT EXISTS (
                        SELECT 1 FROM item WHERE item.id = notification.item_id
                            AND item.warranty_until = notification.warranty_until)
                    """)
            try db.execute(
                sql: """
                    INSERT OR IGNORE INTO notification
                        (item_id, warranty_until, name, room, serial_number, purchase_date, queued_at)
                    SELECT id, warranty_until, name, room, serial_number, purchase_date, ?
                    FROM item WHERE warranty_until BETWEEN ? AND ? ORDER BY warranty_until, number
                    """,
                arguments: [now.milliseconds, days.lowerBound.description, days.upperBound.description])
            return db.changesCount
        }
    }

    /// Returns what was not sent yet, the longest waiting first.
    public func waiting() async throws -> [WarrantyNotice] {
        try await write { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT item_id, warranty_until, name, room, serial_number, purchase_date
                    FROM notification WHERE sent_at IS NULL ORDER BY number
                    """
            ).map { row in
                let id: String = row[0]
                let until: String = row[1]
                guard let item = UUID(uuidString: id), let day = Day(until) else {
                    throw InventoryError.failed(details: "The notice for item \(id) is damaged.")
                }
                return WarrantyNotice(
                    item: item, warrantyUntil: day, name: row[2], room: row[3], serialNumber: row[4],
                    purchaseDate: (row[5] as String?).flatMap { Day($0) })
            }
        }
    }

    /// Remembers that a notice was sent.
    public func markSent(_ notice: WarrantyNotice, at now: Timestamp) async throws {
        let key: StatementArguments = [
            now.milliseconds, notice.item.uuidString.lowercased(), notice.warrantyUntil.description,
        ]
        try await write { db in
            try db.execute(
                sql: "UPDATE notification SET sent_at = ? WHERE item_id = ? AND warranty_until = ?", arguments: key)
        }
    }

    private func write<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        do {
            // Asked first, as opening would make a file where there is none.
            try DatabaseFile.requireInventory(path)
            var configuration = Configuration()
            configuration.busyMode = .timeout(busyTimeout)
            configuration.label = "outbox"
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            let value: Value
            do {
                value = try await queue.write { db in
                    try db.execute(sql: Schema.outbox)
                    return try body(db)
                }
            } catch {
                try queue.close()
                throw error
            }
            try queue.close()
            return value
        } catch {
            throw SQLiteErrors.translate(error, path: path)
        }
    }
}
