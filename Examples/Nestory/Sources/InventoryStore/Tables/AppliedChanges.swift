import Foundation
import GRDB
import Inventory

/// The table of changes that have a key, with what came of them, so that none counts twice.
enum AppliedChanges {
    /// How long keys are kept.
    static let days = 90

    private struct Outcome<Value: Codable>: Codable {
        let fingerprint: String
        let value: Value
    }

    /// Returns what came of a change that was made before; nil for a new one.
    ///
    /// - Throws: ``InventoryError/keyReused`` where the key belongs to another change.
    static func outcome<Value: Codable>(of key: ChangeKey, as type: Value.Type, _ db: Database) throws -> Value? {
        let sql = "UPDATE applied_change SET asked = asked + 1 WHERE key = ? RETURNING outcome"
        guard let text = try String.fetchOne(db, sql: sql, arguments: [key.text]) else { return nil }
        guard let known = try? JSONDecoder().decode(Outcome<Value>.self, from: Data(text.utf8)),
            known.fingerprint == key.fingerprint
        else { throw InventoryError.keyReused }
        return known.value
    }

    /// Notes what came of a change, in its transaction, and forgets what is too old.
    static func note(_ value: some Codable, of key: ChangeKey, at now: Timestamp, _ db: Database) throws {
        let outcome = Outcome(fingerprint: key.fingerprint, value: value)
        try db.execute(
            sql: "INSERT INTO applied_change (key, at, outcome) VALUES (?, ?, ?)",
            arguments: [
                key.text, now.milliseconds, String(decoding: try JSONEncoder().encode(outcome), as: UTF8.self),
            ])
        try db.execute(
            sql: "DELETE FROM applied_change WHERE at < ?",
            arguments: [now.milliseconds - Int64(days) * 86_400_000])
    }
}
