import Inventory
import ServiceTesting
import TestDoubles
import Testing

@Suite struct BackupScheduleTests {
    private static let hour = Duration.seconds(3600)

    private static func time(_ text: String) throws -> Timestamp { try #require(Timestamp(text)) }

    /// Copies that only have a time.
    private static func copies(_ made: [Timestamp]) -> MockBackups {
        let copies = MockBackups()
        copies.stub.backups.returns(made.map(copy))
        copies.stub.backUp.returns(copy(.epoch))
        return copies
    }

    private static func copy(_ time: Timestamp) -> Backup { Backup(made: time, name: "\(time)", size: 1) }

    @Test(arguments: [
        ([], 1, 3600), (["2026-11-20T11:00:00Z"], 1, 3600), (["2026-11-20T11:00:01Z"], 0, 1),
        (["2026-11-20T11:30:00Z", "2026-11-20T10:00:00Z"], 0, 1800), (["2026-11-20T12:00:00Z"], 0, 3600),
        // A clock that was wrong once must not keep copies from being made until that time comes.
        (["2031-01-01T00:00:00Z"], 1, 3600),
    ])
    func `a copy is made where the newest is an hour old`(_ made: [String], _ count: Int, _ wait: Int) async throws {
        let now = try Self.time("2026-11-20T12:00:00Z")
        let copies = Self.copies(try made.map(Self.time))
        #expect(try await copies.backUpIfDue(at: now, every: Self.hour) == .seconds(wait))
        #expect(copies.stub.backUp.callCount == count)
    }

    @Test func `where the copies cannot be listed, one is made, so that what is wrong is told`() async throws {
        let now = try Self.time("2026-11-20T12:00:00Z")
        let copies = Self.copies([now])
        copies.stub.backups.fails(BackupError.cannotWrite(details: ""))
        #expect(try await copies.backUpIfDue(at: now, every: Self.hour) == Self.hour)
        #expect(copies.stub.backUp.callCount == 1)
    }

    @Test func `a failure is passed on`() async throws {
        let now = try Self.time("2026-11-20T12:00:00Z")
        let copies = Self.copies([])
        copies.stub.backUp.fails(BackupError.diskFull)
        await #expect(throws: BackupError.diskFull) { try await copies.backUpIfDue(at: now, every: Self.hour) }
    }
}
