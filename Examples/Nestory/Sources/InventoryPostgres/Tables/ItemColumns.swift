#if PostgreSQL
import Inventory
import PostgresClient

/// An item as the table `item` holds it.
enum ItemColumns {
    /// The columns, in the order in which an item is selected and inserted.
    static let selected = """
        id, name, category, room, quantity, price, currency, purchase_date, serial_number, warranty_until, notes, \
        updated_at, revision
        """
    /// The same, and the column that is derived from them.
    static let inserted = selected + ", search"
    /// How many there are of ``selected``.
    static let count = 13
    /// What stands for the values of ``inserted``. The revision is above that of a deleted item with the same id: nobody who
    /// has seen that one must take this for it.
    static let placeholders = (1...count + 1).map { $0 == count ? "greatest($\(count), \(next))" : "$\($0)" }
        .joined(separator: ", ")
    /// The first revision above that of a deleted item with the id `$1`; null where the trash has none.
    static let next = "(SELECT 1 + (trash.item::json->>'revision')::bigint FROM trash WHERE trash.id = $1)"

    /// Reads the item in a row whose columns from `first` on are ``selected``.
    ///
    /// - Throws: ``PostgresError/unreadable(details:)`` where the row is not an item, as another program changed it.
    static func item(_ result: PostgresResult, row: Int, from first: Int = 0) throws -> Item {
        func text(_ column: Int) -> String { result.text(row, first + column) ?? "" }
        func number(_ column: Int) throws(PostgresError) -> Int64? { try result.integer(row, first + column) }
        guard let id = try result.uuid(row, first), let milliseconds = try number(11),
            let updatedAt = Timestamp(milliseconds: milliseconds)
        else { throw PostgresError.unreadable(details: "The row of an item is damaged.") }
        let currency = result.text(row, first + 6).flatMap { Currency($0) }
        let price = try number(5)
        return Item(
            id: id, name: text(1), category: text(2), room: text(3), quantity: Int(try number(4) ?? 1),
            price: price.flatMap { price in currency.map { Money(minorUnits: price, currency: $0) } },
            currency: currency, purchaseDate: result.text(row, first + 7).flatMap { Day($0) }, serialNumber: text(8),
            warrantyUntil: result.text(row, first + 9).flatMap { Day($0) }, notes: text(10), updatedAt: updatedAt,
            revision: Int(try number(12) ?? 1))
    }
}

extension Item {
    /// The values of ``ItemColumns/inserted``.
    var postgresValues: [PostgresValue] {
        [
            .uuid(id), .text(name), .text(category), .text(room), .integer(Int64(quantity)),
            .integer(price?.minorUnits), .text(currency?.code), .date(purchaseDate?.description), .text(serialNumber),
            .date(warrantyUntil?.description), .text(notes), .integer(updatedAt.milliseconds),
            .integer(Int64(revision)), .text(SearchText.of(self)),
        ]
    }
}
#endif
