import GRDB
import Inventory

import struct Foundation.UUID

/// An item as the table `item` holds it.
struct ItemRow: FetchableRecord {
    /// The columns, in the order in which an item is selected and inserted.
    static let columns = """
        id, name, category, room, quantity, price, currency, purchase_date, serial_number, warranty_until, notes, updated_at,
        revision
        """
    /// The names of ``columns``, and of the column `search` behind them.
    static let names = (columns + ", search").split { $0 == "," || $0.isWhitespace }.map(String.init)

    let item: Item

    /// Returns an item, or nil where there is none with that id.
    static func fetch(_ id: UUID, _ db: Database) throws -> Item? {
        try fetchOne(
            db, sql: "SELECT \(columns) FROM item WHERE id = ?", arguments: [id.uuidString.lowercased()])?.item
    }

    /// - Throws: ``InventoryError/failed(details:)`` where the row is not an item, as another program changed
    ///   it.
    init(row: Row) throws {
        let id: String = row[0]
        let code: String? = row[6]
        let price: Int64? = row[5]
        let updatedAt: Int64 = row[11]
        guard let uuid = UUID(uuidString: id), let timestamp = Timestamp(milliseconds: updatedAt) else {
            throw InventoryError.failed(details: "The row of item \(id) is damaged.")
        }
        let currency = code.flatMap { Currency($0) }
        item = Item(
            id: uuid, name: row[1], category: row[2], room: row[3], quantity: row[4],
            price: price.flatMap { price in currency.map { Money(minorUnits: price, currency: $0) } },
            currency: currency,
            purchaseDate: (row[7] as String?).flatMap { Day($0) }, serialNumber: row[8],
            warrantyUntil: (row[9] as String?).flatMap { Day($0) }, notes: row[10], updatedAt: timestamp,
            revision: row[12])
    }
}

extension Item {
    /// The values of ``ItemRow/columns``, and of the column `search` behind them.
    var databaseValues: StatementArguments {
        [
            id.uuidString.lowercased(), name, category, room, quantity, price?.minorUnits, currency?.code,
            purchaseDate?.description, serialNumber, warrantyUntil?.description, notes,
            updatedAt.milliseconds, revision, SearchText.of(self),
        ]
    }
}
