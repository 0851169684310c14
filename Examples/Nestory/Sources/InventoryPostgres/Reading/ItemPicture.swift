#if PostgreSQL
import Inventory
import PostgresClient

/// Reads all items as they were at one moment, a batch at a time, on a connection of its own.
enum ItemPicture {
    /// How many seconds somebody may take for a batch. The server gives up a little later.
    private static let patience = 60.0

    /// Begins to read.
    ///
    /// - Throws: ``InventoryError``.
    static func batches(
        of count: Int, from database: PostgresDatabase
    ) async throws -> AsyncThrowingStream<[Item], any Error> {
        let handover = Handover<[Item]>()
        let reader = ItemPictureReader(handover)
        Task {
            do {
                try await database.pictures.run { connection in
                    try database.prepared(connection) { try read(count, $0, into: handover) }
                }
                handover.end()
            } catch {
                handover.end(error)
            }
        }
        // From the first batch on, the moment is fixed.
        try await reader.begin()
        return AsyncThrowingStream { try await reader.next() }
    }

    private static func read(_ count: Int, _ connection: PostgresConnection, into handover: Handover<[Item]>) throws {
        try connection.transaction("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY") { connection in
            try connection.query("SET LOCAL idle_in_transaction_session_timeout = '90s'")
            var last: Int64 = 0
            while true {
                let rows = try connection.query(
                    "SELECT \(ItemColumns.selected), number FROM item WHERE number > $1 ORDER BY number LIMIT $2",
                    [.integer(last), .integer(Int64(count))])
                guard rows.count > 0 else { break }
                last = try rows.integer(rows.count - 1, ItemColumns.count) ?? .max
                let items = try (0..<rows.count).map { try ItemColumns.item(rows, row: $0) }
                guard handover.offer(items, for: patience) else { break }
            }
            return ((), keep: false)
        }
    }
}

/// The end of a picture at which somebody reads. When it goes away, so does the picture.
private actor ItemPictureReader {
    private let handover: Handover<[Item]>
    private var first: [Item]?

    init(_ handover: Handover<[Item]>) {
        self.handover = handover
    }

    deinit { handover.leave() }

    func begin() async throws { first = try await take() }

    func next() async throws -> [Item]? {
        if let first {
            self.first = nil
            return first
        }
        return try await take()
    }

    private func take() async throws -> [Item]? {
        do { return try await handover.next() } catch { throw PostgresErrors.translate(error) }
    }
}
#endif
