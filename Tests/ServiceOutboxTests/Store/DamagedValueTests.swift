#if Outbox
import GRDB
import Testing

@testable import ServiceOutbox

/// Values in an outbox's file that are not of their column's type, which SQLite takes for sound.
struct DamagedValueTests {
    @Test(arguments: [
        "UPDATE entry SET key = x'FF'", "UPDATE entry SET subject = 1", "UPDATE entry SET command = 1",
        "UPDATE entry SET accepted_at = 'x'", "UPDATE entry SET refusal = 'x'",
        "UPDATE entry SET refusal = 1, reason = x'FF'", "UPDATE total SET entries = 'x'",
        "UPDATE total SET bytes = 'x'",
    ])
    func `a value of another type is damage`(statement: String) async throws {
        let folder = try Folder()
        let outbox = try Outbox<Change>(path: folder.file) { _ in }
        _ = try await outbox.accept("1", on: "a")
        try outbox.close()
        let queue = try DatabaseQueue(path: folder.file)
        try await queue.write { db in try db.execute(sql: statement) }
        try queue.close()
        await #expect(throws: OutboxError.damaged(details: "A value has another type.")) {
            let outbox = try Outbox<Change>(path: folder.file) { _ in }
            _ = try await outbox.entries()
            _ = try await outbox.accept("2", on: "b")
        }
    }
}
#endif
