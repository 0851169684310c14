import Inventory
import Testing

@Suite struct BackupScheduleTests {
    /// Copies that only have a time.
    private actor Copies: BackupService {
        var made: [Timestamp]
        let now: Timestamp
        let refuses: Bool
        let hides: Bool

        init(_ made: [Timestamp], now: Timestamp, refuses: Bool = false, hides: Bool = false) {
            (self.made, self.now, self.refuses, self.hides) = (made, now, refuses, hides)
        }

        func backUp() throws -> Backup {
            if refuses { throw BackupError.diskFull }
            made.insert(now, at: 0)
            return Backup(made: now, name: "\(now)", size: 1)
        }

        func backups() throws -> [Backup] {
            if hides { throw BackupError.cannotWrite(details: "") }
            return made.map { Backup(made: $0, name: "\($0)", size: 1) }
        }
    }

    private static let hour = Duration.seconds(3600)

    private static func time(_ text: String) throws -> Timestamp { try #require(Timestamp(text)) }

    @Test(arguments: [
        ([], 1, 3600), (["2026-11-20T11:00:00Z"], 2, 3600), (["2026-11-20T11:00:01Z"], 1, 1),
        (["2026-11-20T11:30:00Z", "2026-11-20T10:00:00Z"], 2, 1800), (["2026-11-20T12:00:00Z"], 1, 3600),
        // A clock that was wrong once must not keep copies from being made until that time comes.
        (["2031-01-01T00:00:00Z"], 2, 3600),
    ])
    func `a copy is made where the newest is an hour old`(_ made: [String], _ count: Int, _ wait: Int) async throws {
        let now = try Self.time("2026-11-20T12:00:00Z")
        let copies = Copies(try made.map(Self.time), now: now)
        #expect(try await copies.backUpIfDue(at: now, every: Self.hour) == .seconds(wait))
        #expect(await copies.made.count == count)
    }

    @Test func `where the copies cannot be listed, one is made, so that what is wrong is told`() async throws {
        let now = try Self.time("2026-11-20T12:00:00Z")
        let copies = Copies([now], now: now, hides: true)
        #expect(try await copies.backUpIfDue(at: now, every: Self.hour) == Self.hour)
        #expect(await copies.made.count == 2)
    }

    @Test func `a failure is passed on`() async throws {
        let now = try Self.time("2026-11-20T12:00:00Z")
        let copies = Copies([], now: now, refuses: true)
        await #expect(throws: BackupError.diskFull) { try await copies.backUpIfDue(at: now, every: Self.hour) }
    }
}
