#if PostgreSQL
public import Foundation
public import Inventory
import PostgresClient
import Synchronization

/// The inventory in a PostgreSQL database, which any number of servers share.
public final class PostgresInventory: InventoryFile {
    let database: PostgresDatabase
    private let clock: any WallClock
    private let changed: @Sendable () -> Void
    private let answered: @Sendable () -> Void
    /// When keys were last looked through for old ones, in milliseconds since 1970.
    private let lastCleaned = Mutex<Int64?>(nil)

    /// Describes the inventory. The database is connected to when it is first asked something.
    ///
    /// - Parameters:
    ///   - database: Where it is.
    ///   - clock: Tells when changes are made.
    ///   - changed: Called after each change that may have been made.
    ///   - answered: Called when the database was asked whether it answers, and has.
    public init(
        _ database: PostgresDatabase, clock: any WallClock = SystemClock(),
        changed: @escaping @Sendable () -> Void = {}, answered: @escaping @Sendable () -> Void = {}
    ) {
        self.database = database
        self.clock = clock
        self.changed = changed
        self.answered = answered
    }

    // MARK: Reading

    /// Finds items, by name. The page and the total are of one moment.
    public func items(_ query: ItemQuery) async throws -> ItemPage {
        let filter = PostgresFilter(query)
        let next = filter.values.count + 1
        let sql = """
            SELECT total.count, total.paid, page.* FROM (
                SELECT coalesce(sum(count), 0) AS count, string_agg(priced || ' ' || paid, ',' ORDER BY priced) AS paid
                FROM (
                    SELECT count(*) AS count, CASE WHEN price IS NULL THEN NULL ELSE currency END AS priced,
                        sum(price::numeric * quantity)::text AS paid
                    FROM item \(filter.condition) GROUP BY priced
                ) AS sums
            ) AS total LEFT JOIN (
                SELECT \(ItemColumns.selected), row_number() OVER (ORDER BY \(filter.order)) AS place
                FROM item \(filter.condition) ORDER BY \(filter.order) LIMIT $\(next) OFFSET $\(next + 1)
            ) AS page ON true ORDER BY page.place
            """
        let values = filter.values + [.integer(Int64(query.limit)), .integer(Int64(query.offset))]
        return try await database.read { connection in
            let rows = try connection.query(sql, values)
            let items = try (0..<rows.count).filter { rows.text($0, 2) != nil }.map {
                try ItemColumns.item(rows, row: $0, from: 2)
            }
            return ItemPage(
                items: items, total: Int(try rows.integer(0, 0) ?? 0),
                paid: query.isFiltered ? Self.paid(rows.text(0, 1) ?? "") : nil)
        }
    }

    /// Reads amounts such as `EUR 1250,USD 300`.
    private static func paid(_ text: String) -> [PaidAmount] {
        text.split(separator: ",").compactMap { amount in
            let parts = amount.split(separator: " ")
            guard parts.count == 2, let currency = Currency(String(parts[0])), let units = Int128(parts[1]) else {
                return nil
            }
            return PaidAmount(currency: currency, minorUnits: units)
        }
    }

    /// Returns an item, or nil where there is none with that id.
    public func item(_ id: UUID) async throws -> Item? {
        try await database.read { try PostgresWriter.item(id, $0) }
    }

    /// Returns the categories and rooms in use.
    public func places() async throws -> ItemPlaces {
        let rows = try await database.read { connection in
            let rows = try connection.query(
                """
                SELECT DISTINCT 'category', category FROM item WHERE category <> ''
                UNION ALL SELECT DISTINCT 'room', room FROM item WHERE room <> ''
                """)
            return (0..<rows.count).map { (kind: rows.text($0, 0), name: rows.text($0, 1) ?? "") }
        }
        func names(_ kind: String) -> [String] {
            rows.filter { $0.kind == kind }.map(\.name).sorted { (SearchText.fold($0), $0) < (SearchText.fold($1), $1) }
        }
        return ItemPlaces(categories: names("category"), rooms: names("room"))
    }

    /// Adds up what the items cost, exactly.
    public func sums() async throws -> [ItemSum] {
        try await database.read { connection in
            let rows = try connection.query(
                """
                SELECT category, room, CASE WHEN price IS NULL THEN NULL ELSE currency END AS priced, count(*),
                    sum(quantity), coalesce(sum(price::numeric * quantity), 0)
                FROM item GROUP BY category, room, priced
                """)
            return try (0..<rows.count).map { row in
                ItemSum(
                    category: rows.text(row, 0) ?? "", room: rows.text(row, 1) ?? "",
                    currency: rows.text(row, 2).flatMap { Currency($0) }, items: Int(try rows.integer(row, 3) ?? 0),
                    quantity: Int(try rows.integer(row, 4) ?? 0),
                    minorUnits: rows.text(row, 5).flatMap { Int128($0) } ?? 0)
            }
        }
    }

    /// Reads all items as they are now, from one picture that writers do not disturb.
    public func batches(of count: Int) async throws -> AsyncThrowingStream<[Item], any Error> {
        try await database.batches(of: count)
    }

    /// Returns the items in the trash.
    public func trash() async throws -> [TrashedItem] {
        try await database.read { [clock] in try PostgresTrash.all(at: clock.now, $0) }
    }

    // MARK: Changing

    /// Makes a change of one item, once. Without a key it gets one, so that it can be tried again when an answer is lost.
    public func apply(_ change: ItemChange) async throws -> Item? {
        let key = change.key ?? ChangeKey(UUID().uuidString, of: [])
        let now = clock.now
        let mustClean = mustClean(at: now)
        return try await announcing {
            try await database.change(isKeyed: key != nil) { connection in
                if let key, let known = try AppliedKeys.take(key, as: Item.self, at: now, connection) {
                    return (known, keep: true)
                }
                guard let item = try PostgresWriter(connection, at: now).apply(change) else {
                    return (nil, keep: false)
                }
                if let key { try AppliedKeys.note(item, of: key, connection) }
                if mustClean { try AppliedKeys.forgetOld(at: now, connection) }
                return (item, keep: true)
            }
        }
    }

    /// Deletes all items that came with an import and are still there.
    public func undoImport(_ batch: UUID) async throws -> Int {
        let now = clock.now
        return try await announcing {
            try await database.change { (try PostgresTrash.add(importOf: batch, at: now, $0), keep: true) }
        }
    }

    /// Does several insertions of which all count or none.
    public func transaction<Result: Codable & Sendable>(
        as key: ChangeKey?, _ body: @escaping @Sendable (any ItemInserter) throws -> (result: Result, keep: Bool)
    ) async throws -> Result {
        let now = clock.now
        return try await announcing {
            try await database.changeOnce { connection in
                if let key, let known = try AppliedKeys.take(key, as: Result.self, at: now, connection) {
                    return (known, keep: true)
                }
                let (result, keep) = try body(try PostgresInserter(connection, at: now))
                if let key, keep { try AppliedKeys.note(result, of: key, connection) }
                return (result, keep)
            }
        }
    }

    // MARK: The database

    /// Looks whether the database answers.
    public func check() async throws {
        try await database.read { _ = try $0.query("SELECT number FROM item ORDER BY number DESC LIMIT 1") }
        answered()
    }

    /// Writes the tables' version again.
    public func checkChanges() async throws {
        try await database.change { connection in
            (_ = try connection.query("UPDATE schema_version SET number = number"), keep: true)
        }
    }

    /// Does nothing: there is no file to let go of, and others use the database.
    public func abandon() async {}

    /// Lets go of the database.
    public func close() async throws { await database.close() }

    /// Tells others of a change, unless for certain nothing was changed.
    private func announcing<Value>(_ change: () async throws -> Value) async throws -> Value {
        do {
            let value = try await change()
            changed()
            return value
        } catch InventoryError.outcomeUnknown {
            changed()
            throw InventoryError.outcomeUnknown
        }
    }

    /// Whether the next change shall also forget old keys: once an hour.
    private func mustClean(at now: Timestamp) -> Bool {
        lastCleaned.withLock { last in
            if let last, abs(now.milliseconds - last) < 3_600_000 { return false }
            last = now.milliseconds
            return true
        }
    }
}
#endif
