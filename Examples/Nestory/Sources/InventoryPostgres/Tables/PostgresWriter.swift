#if PostgreSQL
import Foundation
import Inventory
import PostgresClient

/// Changes items within a transaction.
struct PostgresWriter {
    private let connection: PostgresConnection
    private let now: Timestamp

    init(_ connection: PostgresConnection, at now: Timestamp) {
        self.connection = connection
        self.now = now
    }

    /// Makes a change of one item.
    ///
    /// - Returns: The item as the change left it, or as it was removed; nil where there is none.
    func apply(_ change: ItemChange) throws -> Item? {
        switch change.work {
        case .add(let item): return try insert(item)
        case .restore(let id):
            guard var item = try PostgresTrash.take(id, at: now, connection) else { return nil }
            item.revision += 1
            return try insert(item)
        case .replace(let item): return try replace(item, expecting: change.expected)
        case .remove(let id): return try remove(id, expecting: change.expected)
        }
    }

    private func insert(_ item: Item) throws -> Item {
        let rows = try connection.query(
            "INSERT INTO item (\(ItemColumns.inserted)) VALUES (\(ItemColumns.placeholders)) RETURNING revision",
            item.postgresValues)
        // A deletion that the insertion waited for is in the trash now, where the insertion could not see it: it looked before.
        let later = try connection.query(
            """
            UPDATE item SET revision = \(ItemColumns.next) WHERE id = $1 AND revision < \(ItemColumns.next)
            RETURNING revision
            """, [.uuid(item.id)])
        var item = item
        if let revision = try later.integer(0, 0) ?? rows.integer(0, 0) { item.revision = Int(revision) }
        return item
    }

    private func replace(_ item: Item, expecting expected: Int?) throws -> Item? {
        var values = item.postgresValues
        values[ItemColumns.count - 1] = .integer(expected.map(Int64.init))
        let rows = try connection.query(
            """
            UPDATE item SET name = $2, category = $3, room = $4, quantity = $5, price = $6, currency = $7,
                purchase_date = $8, serial_number = $9, warranty_until = $10, notes = $11, updated_at = $12,
                revision = revision + 1, search = $14
            WHERE id = $1 AND ($13 IS NULL OR revision = $13) RETURNING revision
            """, values)
        guard let revision = try rows.integer(0, 0) else { return try refuse(item.id) }
        var item = item
        item.revision = Int(revision)
        return item
    }

    private func remove(_ id: UUID, expecting expected: Int?) throws -> Item? {
        let rows = try connection.query(
            "DELETE FROM item WHERE id = $1 AND ($2 IS NULL OR revision = $2) RETURNING \(ItemColumns.selected)",
            [.uuid(id), .integer(expected.map(Int64.init))])
        guard rows.count > 0 else { return try refuse(id) }
        let item = try ItemColumns.item(rows, row: 0)
        try PostgresTrash.add(item, at: now, connection)
        return item
    }

    /// Says why no item with an id could be changed: there is none, or it has another revision.
    private func refuse(_ id: UUID) throws -> Item? {
        guard let current = try Self.item(id, connection) else { return nil }
        throw InventoryError.changed(current)
    }

    /// Returns an item, or nil where there is none with that id.
    static func item(_ id: UUID, _ connection: PostgresConnection) throws -> Item? {
        let rows = try connection.query("SELECT \(ItemColumns.selected) FROM item WHERE id = $1", [.uuid(id)])
        return rows.count > 0 ? try ItemColumns.item(rows, row: 0) : nil
    }
}
#endif
