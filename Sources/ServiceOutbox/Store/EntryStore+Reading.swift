#if OUTBOX
import Foundation
import GRDB

extension EntryStore {
    func entry(_ number: Int64) async throws(OutboxError) -> StoredEntry? {
        try await read { db in
            try Row.fetchOne(
                db, sql: "SELECT \(StoredEntry.columns) FROM entry WHERE number = ?", arguments: [number]
            ).map { try StoredEntry(row: $0) }
        }
    }

    func entries(of subject: String?) async throws(OutboxError) -> [StoredEntry] {
        let subject = subject.map { Data($0.precomposedStringWithCanonicalMapping.utf8) }
        return try await read { db in
            try Row.fetchAll(
                db,
                sql: "SELECT \(StoredEntry.columns) FROM entry WHERE ?1 IS NULL OR subject = ?1 ORDER BY number",
                arguments: [subject]
            ).map { try StoredEntry(row: $0) }
        }
    }

    func entry(_ key: IdempotencyKey) async throws(OutboxError) -> StoredEntry? {
        try await read { db in
            try Row.fetchOne(
                db, sql: "SELECT \(StoredEntry.columns) FROM entry WHERE key = ?", arguments: [key.rawValue]
            ).map { try StoredEntry(row: $0) }
        }
    }

    /// Whether a subject has kept changes, or any subject one with a key.
    func hasEntries(of subject: String, or key: IdempotencyKey) async throws(OutboxError) -> Bool {
        let subject = Data(subject.precomposedStringWithCanonicalMapping.utf8)
        return try await read { db in
            try Bool.fetchOne(
                db, sql: "SELECT 1 FROM entry WHERE subject = ? OR key = ? LIMIT 1",
                arguments: [subject, key.rawValue]) ?? false
        }
    }

    private func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(OutboxError) -> Value {
        try requireOpen()
        return try await uncancelled { [self] in
            try file.check()
            // GRDB's `read` stops the program if the connection was closed meanwhile. One statement needs no transaction.
            return try await file.reader.unsafeRead { db in
                try requireOpen()
                try Schema.check(db)
                return try body(db)
            }
        }
    }
}
#endif
