#if PostgreSQL
import Foundation
import Inventory
import InventoryPostgres

/// One kind of work, as Nestory does it and as pgbench does.
struct PostgresLoad {
    let name: String
    /// How much of what pgbench does Nestory must do at least.
    let limit: Double
    /// What pgbench runs again and again.
    let script: String
    /// How much of the work is in each run of the script.
    let perTransaction: Double
    /// Does it once.
    let work: @Sendable (PostgresInventory, Int) async throws -> Void

    private static let columns = """
        id, name, category, room, quantity, price, currency, purchase_date, serial_number, warranty_until, notes, \
        updated_at, revision
        """

    /// Reads one of some items by its id.
    static let reads = PostgresLoad(
        name: "read by id", limit: 0.8,
        script: PostgresSample.read.indices.map { "SELECT \(columns) FROM item WHERE id = :id\($0);\n" }.joined(),
        perTransaction: Double(PostgresSample.read.count)
    ) { inventory, number in
        _ = try await inventory.item(PostgresSample.read[number % PostgresSample.read.count])
    }

    /// Adds an item with a key: what came of it is stored in the same transaction.
    static let changes = PostgresLoad(
        name: "keyed change", limit: 0.8,
        script: """
            \\set key random(1, 9000000000000000000)
            BEGIN;
            INSERT INTO applied_change (key, at) VALUES (:key::bigint::text, 1790000000000)
                ON CONFLICT (key) DO UPDATE SET asked = applied_change.asked + 1 RETURNING asked, outcome;
            INSERT INTO item (\(columns), search) VALUES (gen_random_uuid(), 'Lamp', 'Light', 'Hall', 1, 1250, 'EUR',
                NULL, 'L-1', NULL, '', 1790000000000, 1, 'lamp light hall l-1');
            UPDATE applied_change SET outcome = '\(String(repeating: "x", count: 300))' WHERE key = :key::bigint::text;
            COMMIT;

            """, perTransaction: 1
    ) { inventory, _ in
        try await inventory.add(PostgresSample.item(UUID()))
    }
}

/// The items that there are before the measurement.
enum PostgresSample {
    /// How many there are.
    private static let count = 10_000
    /// Those that are read.
    static let read = (0..<64).map { _ in UUID() }

    static func item(_ id: UUID) -> Item {
        let currency = Currency("EUR")
        return Item(
            id: id, name: "Lamp", category: "Light", room: "Hall", quantity: 1,
            price: currency.map { Money(minorUnits: 1250, currency: $0) }, currency: currency, serialNumber: "L-1",
            updatedAt: .epoch)
    }

    static func fill(_ inventory: PostgresInventory) async throws {
        _ = try await inventory.transaction(as: nil) { inserter in
            for number in 0..<count {
                let id = number < read.count ? read[number] : UUID()
                var item = item(id)
                item.name = "Lamp \(number)"
                _ = try inserter.insert(item, hasOwnID: true, of: nil)
            }
            return (result: true, keep: true)
        }
    }
}
#endif
