import GRDB
import Inventory

import struct Foundation.UUID

/// An inventory in SQLite, wherever its tables are: what can be asked of it.
protocol SQLiteReading: InventoryService {
    /// Runs a question on the tables.
    func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value
}

extension SQLiteReading {
    func findItems(_ query: ItemQuery) async throws -> ItemPage {
        let filter = ItemFilter(query)
        return try await read { db in
            let items = try ItemRow.fetchAll(
                db,
                sql: """
                    SELECT \(ItemRow.columns) FROM item \(filter.condition)
                    ORDER BY \(filter.order) LIMIT ? OFFSET ?
                    """, arguments: filter.arguments + [query.limit, query.offset]
            ).map(\.item)
            guard query.isFiltered else {
                return ItemPage(items: items, total: try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM item") ?? 0)
            }
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT COUNT(*), CASE WHEN price IS NULL THEN NULL ELSE currency END AS priced,
                        exact_sum(price, quantity)
                    FROM item \(filter.condition) GROUP BY priced ORDER BY priced
                    """, arguments: filter.arguments)
            let paid = rows.compactMap { row in
                (row[1] as String?).flatMap { Currency($0) }.map {
                    PaidAmount(currency: $0, minorUnits: Int128(row[2] as String) ?? 0)
                }
            }
            return ItemPage(items: items, total: rows.reduce(0) { $0 + ($1[0] as Int) }, paid: paid)
        }
    }

    func findItem(_ id: UUID) async throws -> Item? {
        try await read { db in try ItemRow.fetch(id, db) }
    }

    func findPlaces() async throws -> ItemPlaces {
        try await read { db in
            func values(_ column: String) throws -> [String] {
                let sql = "SELECT DISTINCT \(column) FROM item WHERE \(column) <> ''"
                return try String.fetchAll(db, sql: sql).sorted {
                    (SearchText.fold($0), $0) < (SearchText.fold($1), $1)
                }
            }
            return ItemPlaces(categories: try values("category"), rooms: try values("room"))
        }
    }

    func addUpSums() async throws -> [ItemSum] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT category, room, CASE WHEN price IS NULL THEN NULL ELSE currency END AS priced,
                        COUNT(*), SUM(quantity), exact_sum(price, quantity)
                    FROM item GROUP BY category, room, priced
                    """
            ).map { row in
                ItemSum(
                    category: row[0], room: row[1], currency: (row[2] as String?).flatMap { Currency($0) },
                    items: row[3], quantity: row[4], minorUnits: Int128(row[5] as String) ?? 0)
            }
        }
    }
}
