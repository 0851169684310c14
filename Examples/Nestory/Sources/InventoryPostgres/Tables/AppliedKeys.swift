#if PostgreSQL
import Foundation
import Inventory
import PostgresClient

/// The table of changes that have a key, with what came of them, so that none counts twice.
enum AppliedKeys {
    /// How long keys are kept.
    static let days: Int64 = 90

    private struct Outcome<Value: Codable>: Codable {
        let fingerprint: String
        let value: Value
    }

    /// Takes a key, in the transaction of its change.
    ///
    /// It always writes. So the answer to a change that is sent again also waits for the standby, which may not have the
    /// change yet that can be seen here.
    ///
    /// - Returns: What came of the change before; nil where it is new.
    /// - Throws: ``InventoryError/keyReused`` where the key belongs to another change.
    static func take<Value: Codable>(
        _ key: ChangeKey, as type: Value.Type, at now: Timestamp, _ connection: PostgresConnection
    ) throws -> Value? {
        let row = try connection.query(
            """
            INSERT INTO applied_change (key, at) VALUES ($1, $2)
            ON CONFLICT (key) DO UPDATE SET asked = applied_change.asked + 1 RETURNING asked, outcome
            """, [.text(key.text), .integer(now.milliseconds)])
        guard let text = row.text(0, 1) else { return nil }
        guard let known = try? JSONDecoder().decode(Outcome<Value>.self, from: Data(text.utf8)),
            known.fingerprint == key.fingerprint
        else { throw InventoryError.keyReused }
        return known.value
    }

    /// Notes what came of a change, in its transaction.
    static func note(_ value: some Codable, of key: ChangeKey, _ connection: PostgresConnection) throws {
        let outcome = try JSONEncoder().encode(Outcome(fingerprint: key.fingerprint, value: value))
        try connection.query(
            "UPDATE applied_change SET outcome = $2 WHERE key = $1",
            [.text(key.text), .text(String(decoding: outcome, as: UTF8.self))])
    }

    /// Forgets the keys that were kept for long enough.
    static func forgetOld(at now: Timestamp, _ connection: PostgresConnection) throws {
        try connection.query(
            "DELETE FROM applied_change WHERE at < $1", [.integer(now.milliseconds - days * 86_400_000)])
    }
}
#endif
