import GRDB
import Inventory

/// Walks through all items in the order in which they were added, a batch at a time.
actor ItemCursor {
    private let source: any DatabaseReader
    private let count: Int
    private var last: Int64 = 0

    /// - Parameter source: A snapshot, where nobody else's changes shall be seen.
    init(_ source: any DatabaseReader, count: Int) {
        self.source = source
        self.count = count
    }

    /// Returns the next batch, or nil behind the last.
    func next() async throws -> [Item]? {
        let (after, count) = (last, count)
        let (items, end) = try await SQLiteErrors.translating {
            try await source.read { db in
                var items: [Item] = []
                var end = after
                let rows = try Row.fetchCursor(
                    db,
                    sql:
                        "SELECT \(ItemRow.columns), number FROM item WHERE number > ? ORDER BY number LIMIT ?",
                    arguments: [after, count])
                while let row = try rows.next() {
                    items.append(try ItemRow(row: row).item)
                    end = row[13]
                }
                return (items, end)
            }
        }
        last = end
        return items.isEmpty ? nil : items
    }
}
