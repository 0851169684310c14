#if Outbox
import Foundation
import ServiceTesting
import Testing

@testable import ServiceOutbox

/// Changes whose format the program does not know any more.
struct UnreadableTests {
    private struct OtherChange: Codable, Sendable, Equatable {
        var name: String
    }

    let folder: Folder

    init() throws { folder = try Folder() }

    @Test func `a change that cannot be decoded is refused, holds its subject, and keeps its bytes and its key`()
        async throws
    {
        let before = try Outbox<Change>(path: folder.file) { _ in }
        let receipts = [
            try await before.accept("1", on: "a"), try await before.accept("2", on: "a"),
            try await before.accept("3", on: "b"),
        ]
        try before.close()

        let after = try Outbox<OtherChange>(path: folder.file) { _ in }
        // Nobody can retry or discard what nobody has attempted.
        #expect(try await after.entries().allSatisfy { $0.state == .waiting && $0.command == nil })
        let run = Task { try await after.run() }
        for await status in after.statuses where status.refused == 2 { break }
        let entries = try await after.entries()
        let refusal = OutboxEntry<OtherChange>.State.refused(.unreadable("name is missing."))
        #expect(entries.map(\.state) == [refusal, .held(behind: receipts[0].number), refusal])
        #expect(entries.map(\.command) == [nil, nil, nil])
        #expect(entries.first?.bytes == Data(#"{"text":"1"}"#.utf8))
        // It may have been delivered by a program that could decode it, so its key stays.
        #expect(try await after.retry(receipts[0].number).key == receipts[0].key)
        // Another change in its place is another change.
        #expect(try await after.replace(receipts[2].number, with: OtherChange(name: "3")).key != receipts[2].key)
        run.cancel()
        try await run.value
        try after.close()
    }

    @Test func `a program that knows the format again delivers it`() async throws {
        let receiver = Receiver()
        let before = try Outbox<Change>(path: folder.file) { _ in }
        let receipt = try await before.accept("1", on: "a")
        try before.close()
        let between = try Outbox<OtherChange>(path: folder.file) { _ in }
        let run = Task { try await between.run() }
        for await status in between.statuses where status.refused == 1 { break }
        run.cancel()
        try await run.value
        try between.close()

        let after = try Outbox<Change>(path: folder.file, deliver: receiver.receive)
        try await after.retry(receipt.number)
        try await running(after) { await after.status { $0.waiting == 0 } }
        #expect(receiver.deliveries.elements.map(\.key) == [receipt.key])
    }
}
#endif
