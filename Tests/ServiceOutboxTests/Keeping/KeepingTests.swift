#if Outbox
import Foundation
import GRDB
import ServiceTesting
import Testing

@testable import ServiceOutbox

/// What `accept` promises.
struct KeepingTests {
    let folder: Folder
    let receiver = Receiver()

    init() throws { folder = try Folder() }

    private func open(_ limits: OutboxLimits = OutboxLimits()) throws -> Outbox<Change> {
        try Outbox(path: folder.file, limits: limits, deliver: receiver.receive)
    }

    @Test func `a kept change is there after the outbox is opened again, with the same receipt`() async throws {
        let outbox = try open()
        let receipt = try await outbox.accept("lamp", on: "a")
        try outbox.close()
        let entry = try #require(try await open().entries().first)
        #expect(entry.command == "lamp")
        #expect(entry.state == .waiting)
        #expect(
            OutboxReceipt(number: entry.number, key: entry.key, subject: entry.subject, acceptedAt: entry.acceptedAt)
                == receipt)
    }

    @Test func `numbers rise, and none is used twice`() async throws {
        let outbox = try open()
        let first = try await outbox.accept("lamp", on: "a")
        try await running(outbox) { await outbox.status { $0.waiting == 0 } }
        let second = try await outbox.accept("desk", on: "a")
        #expect(second.number > first.number)
    }

    @Test func `a change beyond the number of entries is refused`() async throws {
        let outbox = try open(OutboxLimits(entries: 2))
        _ = try await outbox.accept("1", on: "a")
        _ = try await outbox.accept("2", on: "b")
        await #expect(throws: OutboxError.full) { try await outbox.accept("3", on: "c") }
        #expect(try await outbox.keptTexts() == ["1", "2"])
    }

    @Test func `a change beyond the bytes of all is refused, and there is room after a delivery`() async throws {
        let outbox = try open(OutboxLimits(bytes: 100))
        let text = String(repeating: "x", count: 50)
        _ = try await outbox.accept(Change(text), on: "a")
        await #expect(throws: OutboxError.full) { try await outbox.accept(Change(text), on: "a") }
        try await running(outbox) { await outbox.status { $0.waiting == 0 } }
        _ = try await outbox.accept(Change(text), on: "a")
    }

    @Test func `a change is replaced also where more are kept than the limit by now`() async throws {
        let outbox = try open()
        receiver.answerNext(.rejected("no"))
        let receipt = try await outbox.accept("1", on: "a")
        _ = try await outbox.accept("2", on: "a")
        try await running(outbox) { await outbox.status { $0.refused == 1 } }
        try outbox.close()
        let smaller = try open(OutboxLimits(entries: 1))
        try await smaller.replace(receipt.number, with: "x")
        #expect(try await smaller.keptTexts() == ["x", "2"])
    }

    @Test func `a change that is too large is refused, with its size`() async throws {
        let outbox = try open(OutboxLimits(bytesPerCommand: 20))
        await #expect(throws: OutboxError.tooLarge(bytes: 41, limit: 20)) {
            try await outbox.accept(Change(String(repeating: "x", count: 30)), on: "a")
        }
        #expect(try await outbox.keptTexts() == [])
    }

    @Test func `the largest change that is allowed is kept and delivered`() async throws {
        let outbox = try open()
        let text = String(repeating: "x", count: OutboxLimits().bytesPerCommand - 11)
        _ = try await outbox.accept(Change(text), on: "a")
        try await running(outbox) { await outbox.status { $0.waiting == 0 } }
        #expect(receiver.texts == [text])
    }

    @Test func `a change that has no form in JSON is refused`() async throws {
        let outbox = try Outbox<Double>(path: folder.file) { _ in }
        await #expect(throws: OutboxError.notEncodable(details: "The change has no form in JSON.")) {
            try await outbox.accept(.infinity, on: "a")
        }
    }

    @Test func `another change with a kept key is refused`() async throws {
        let outbox = try open()
        let key = IdempotencyKey()
        _ = try await outbox.accept("lamp", on: "a", key: key)
        await #expect(throws: OutboxError.keyReused(key)) { try await outbox.accept("desk", on: "a", key: key) }
        await #expect(throws: OutboxError.keyReused(key)) { try await outbox.accept("lamp", on: "b", key: key) }
        #expect(try await outbox.keptTexts() == ["lamp"])
    }

    @Test func `the same change with the same key is kept once`() async throws {
        let outbox = try open()
        let key = IdempotencyKey()
        let first = try await outbox.accept("lamp", on: "a", key: key)
        let second = try await outbox.accept("lamp", on: "a", key: key)
        #expect(first == second)
        #expect(try await outbox.keptTexts() == ["lamp"])
    }

    private struct Tagging: Codable, Sendable, Equatable {
        var tags: Set<String>
    }

    @Test func `the same change with the same key is kept once, however its sets are ordered`() async throws {
        let outbox = try Outbox<Tagging>(path: folder.path + "/tags") { _ in }
        let names = (0..<40).map { "tag \($0)" }
        let key = IdempotencyKey()
        let first = try await outbox.accept(Tagging(tags: Set(names)), on: "a", key: key)
        // Sets of different sizes have different orders.
        var tags = Set<String>(minimumCapacity: 1000)
        tags.formUnion(names)
        #expect(try await outbox.accept(Tagging(tags: tags), on: "a", key: key) == first)
        tags.remove("tag 1")
        await #expect(throws: OutboxError.keyReused(key)) {
            try await outbox.accept(Tagging(tags: tags), on: "a", key: key)
        }
    }

    @Test func `a cancelled task gets the outcome of its keeping`() async throws {
        let outbox = try open()
        let kept = await Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return try await outbox.accept("lamp", on: "a")
        }.result
        let number = try kept.get().number
        #expect(try await outbox.entries().map(\.number) == [number])
    }

    @Test func `equal subjects are one, and subjects that differ after a zero character are two`() async throws {
        let outbox = try open()
        _ = try await outbox.accept("1", on: "caf\u{E9}")
        _ = try await outbox.accept("2", on: "cafe\u{301}")
        _ = try await outbox.accept("3", on: "x\u{0}1")
        _ = try await outbox.accept("4", on: "x\u{0}2")
        #expect(try await outbox.entries(of: "cafe\u{301}").map(\.command?.text) == ["1", "2"])
        #expect(try await outbox.entries(of: "x\u{0}1").map(\.command?.text) == ["3"])
    }

    @Test func `a connection that cannot be closed does not keep the other one open`() throws {
        let outbox = try open()
        let file = outbox.store.file
        // A statement that somebody has keeps its connection open.
        var statement: Statement? = try file.reader.unsafeRead { db in try db.makeStatement(sql: "SELECT 1") }
        #expect(throws: OutboxError.busy) { try outbox.close() }
        #expect(file.writer.unsafeRead { db in unsafe db.sqliteConnection == nil })
        #expect(file.reader.unsafeRead { db in unsafe db.sqliteConnection != nil })
        withExtendedLifetime(statement) {}
        statement = nil
        try file.close()
    }

    @Test func `a closed outbox keeps nothing, and closing again does nothing`() async throws {
        let outbox = try open()
        try outbox.close()
        try outbox.close()
        await #expect(throws: OutboxError.failed(details: "The outbox is closed.")) {
            try await outbox.accept("lamp", on: "a")
        }
    }
}
#endif
