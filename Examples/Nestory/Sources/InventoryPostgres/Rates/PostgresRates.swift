#if PostgreSQL
public import Inventory
import PostgresClient

/// The newest exchange rates that any of the servers has fetched, as they arrived.
public struct PostgresRates: Sendable {
    private let database: PostgresDatabase

    /// Describes where the rates are.
    public init(_ database: PostgresDatabase) {
        self.database = database
    }

    /// Returns the rates, where they are of a later day.
    ///
    /// - Throws: ``InventoryError``.
    public func newest(after day: Day) async throws -> [UInt8]? {
        try await database.read { connection in
            let rows = try connection.query(
                "SELECT xml FROM rates WHERE day > $1 ORDER BY day DESC LIMIT 1", [.date(day.description)])
            return try rows.data(0, 0)
        }
    }

    /// Keeps rates, unless there are some of the same day or a later one.
    ///
    /// - Throws: ``InventoryError``.
    public func keep(_ bytes: [UInt8], of day: Day) async throws {
        try await database.change(isKeyed: true) { connection in
            try connection.query("DELETE FROM rates WHERE day < $1", [.date(day.description)])
            try connection.query(
                """
                INSERT INTO rates (day, xml, fetched_at)
                SELECT $1, $2, now() WHERE NOT EXISTS (SELECT 1 FROM rates WHERE day > $1) ON CONFLICT DO NOTHING
                """, [.date(day.description), .bytes(bytes)])
            return ((), keep: true)
        }
    }
}
#endif
