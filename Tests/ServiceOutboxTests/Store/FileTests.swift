#if Outbox
import Foundation
import GRDB
import ServiceTesting
import Testing

@testable import ServiceOutbox

/// What the outbox does with files that are not as it left them.
struct FileTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    private func open() throws(OutboxError) -> Outbox<Change> { try Outbox(path: folder.file) { _ in } }

    private func bytes() throws -> Data { try Data(contentsOf: URL(filePath: folder.file)) }

    private func error(_ body: () throws -> Void) -> OutboxError? {
        do {
            try body()
            return nil
        } catch { return error as? OutboxError }
    }

    /// Opens a file that must be refused and left as it is.
    private func refusal() throws -> OutboxError? {
        let before = try bytes()
        let error = error { _ = try open() }
        #expect(try bytes() == before)
        return error
    }

    @Test func `what is read when the connection has just been closed fails, and the program goes on`() async throws {
        let outbox = try open()
        // Somebody else keeps the log open, or the file would be gone.
        let other = try DatabaseQueue(path: folder.file)
        _ = try await other.read { db in try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM entry") }
        try outbox.store.file.close()
        await #expect(throws: OutboxError.self) { try await outbox.entries() }
        try other.close()
    }

    @Test func `every commit is synchronised, also the checkpoints on Apple's systems`() async throws {
        let outbox = try open()
        let values = try await outbox.store.file.writer.writeWithoutTransaction { db in
            try ["journal_mode", "synchronous", "fullfsync", "checkpoint_fullfsync"].map {
                try String.fetchOne(db, sql: "PRAGMA \($0)")
            }
        }
        #expect(values == ["wal", "2", "1", "1"])
    }

    @Test func `beside the file are its log, the lock and the reserve, and no draft`() async throws {
        let outbox = try open()
        _ = try await outbox.accept("lamp", on: "a")
        #expect(try folder.names() == ["outbox", "outbox-reserve", "outbox-shm", "outbox-wal"])
        let size = try FileManager.default.attributesOfItem(atPath: folder.file + "-reserve")[.size] as? Int
        #expect(size == 256 << 10)
        try outbox.close()
        #expect(try folder.names() == ["outbox", "outbox-reserve"])
    }

    @Test(arguments: ["", "Not a database", String(repeating: "x", count: 9000)])
    func `a file that is not a database is refused and left as it is`(text: String) throws {
        try Data(text.utf8).write(to: URL(filePath: folder.file))
        guard case .damaged = try refusal() else {
            Issue.record("It was not refused.")
            return
        }
        #expect(try folder.names().filter { $0 != "outbox-reserve" } == ["outbox"])
    }

    @Test func `another program's database is refused and left as it is`() throws {
        let queue = try DatabaseQueue(path: folder.file)
        try queue.write { db in try db.execute(sql: "CREATE TABLE note (text TEXT)") }
        try queue.close()
        #expect(try refusal() == .damaged(details: "It is another program's SQLite file."))
    }

    @Test func `a file of a newer version is refused and left as it is`() throws {
        try open().close()
        let queue = try DatabaseQueue(path: folder.file)
        try queue.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA user_version = 2") }
        try queue.close()
        #expect(try refusal() == .tooNew)
    }

    @Test func `a file of a newer version that is open is refused and left as it is`() throws {
        try open().close()
        let newer = try DatabaseQueue(path: folder.file)
        try newer.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA user_version = 2") }
        // The version is in the log, which is moved into the file when it is closed.
        #expect(try FileHeader(path: folder.file).version == 1)
        #expect(try refusal() == .tooNew)
        try newer.close()
    }

    @Test(arguments: [true, false])
    func `a file that a newer version upgrades while it is open is left as it is`(stillHasTheTable: Bool) async throws {
        let outbox = try Outbox<Change>(path: folder.file) { _ in Issue.record("It was delivered.") }
        _ = try await outbox.accept("lamp", on: "a")
        let newer = try DatabaseQueue(path: folder.file)
        try await newer.writeWithoutTransaction { db in
            if !stillHasTheTable { try db.execute(sql: "ALTER TABLE entry RENAME TO change") }
            try db.execute(sql: "PRAGMA user_version = 2")
        }
        func refused(_ body: () async throws -> Void) async {
            let error = await #expect(throws: OutboxError.self) { try await body() }
            #expect(error == .tooNew)
        }
        await refused { _ = try await outbox.accept("desk", on: "b") }
        await refused { _ = try await outbox.entries() }
        await refused { _ = try await outbox.retry(1) }
        await refused { try await outbox.discard(1) }
        await refused { try await outbox.run() }
        let kept = try await newer.read { db in
            try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM \(stillHasTheTable ? "entry" : "change")")
        }
        #expect(kept == 1)
        try outbox.close()
        try newer.close()
    }

    @Test func `a damaged file is refused and left as it is`() async throws {
        let outbox = try open()
        for index in 0..<100 { _ = try await outbox.accept(Change("\(index)"), on: "a") }
        try outbox.close()
        var damaged = try bytes()
        for index in stride(from: 4096, to: damaged.count, by: 16) { damaged[index] ^= 0x55 }
        try damaged.write(to: URL(filePath: folder.file))
        guard case .damaged = try refusal() else {
            Issue.record("It was not refused.")
            return
        }
    }

    @Test func `a truncated file is refused and left as it is`() async throws {
        let outbox = try open()
        for index in 0..<100 { _ = try await outbox.accept(Change("\(index)"), on: "a") }
        try outbox.close()
        try bytes().prefix(8192).write(to: URL(filePath: folder.file))
        guard case .damaged = try refusal() else {
            Issue.record("It was not refused.")
            return
        }
    }

    @Test func `a log without its file is not treated as an empty outbox`() throws {
        try Data("changes".utf8).write(to: URL(filePath: folder.file + "-wal"))
        guard case .damaged = error({ _ = try open() }) else {
            Issue.record("It was not refused.")
            return
        }
        #expect(try folder.names().filter { $0 != "outbox-reserve" } == ["outbox-wal"])
    }

    @Test func `a draft that a killed process left is no obstacle`() async throws {
        try Data("half a".utf8).write(to: URL(filePath: folder.file + "-new"))
        try Data("journal".utf8).write(to: URL(filePath: folder.file + "-new-journal"))
        let outbox = try open()
        _ = try await outbox.accept("lamp", on: "a")
        #expect(try folder.names().contains { $0.contains("-new") } == false)
    }

    @Test func `an outbox that is opened through a link is the same one, with one lock`() async throws {
        let first = try open()
        _ = try await first.accept("1", on: "a")
        let link = folder.path + "/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.file)
        let second = try Outbox<Change>(path: link) { _ in }
        _ = try await second.accept("2", on: "a")
        #expect(try await first.keptTexts() == ["1", "2"])
        let names = ["link", "outbox", "outbox-reserve", "outbox-shm", "outbox-wal"]
        #expect(try folder.names() == names)
        try await running(second) { await second.status { $0.waiting == 0 } }
        #expect(try folder.names().filter { $0.hasSuffix("-owner") } == ["outbox-owner"])
    }

    @Test func `a relative path is that of the folder in which the outbox was opened`() throws {
        let current = FileManager.default.currentDirectoryPath
        #expect(try FilePath.resolved("none.outbox") == FilePath.resolved(current) + "/none.outbox")
        #expect(try FilePath.resolved(":memory:") == FilePath.resolved(current) + "/:memory:")
        #expect(try FilePath.resolved("/none.outbox") == "/none.outbox")
        #expect(try FilePath.resolved(folder.path + "/../none/outbox") == folder.path + "/../none/outbox")
    }

    @Test func `a path with a zero character is refused, and no file is created`() throws {
        #expect(
            error { _ = try Outbox<Change>(path: folder.path + "/a\0b") { _ in } }
                == .noAccess(details: folder.path + "/a\\0b: A path cannot have a zero character."))
        #expect(try folder.names() == [])
    }

    @Test func `an empty path is refused, and no file is created`() throws {
        #expect(error { _ = try Outbox<Change>(path: "") { _ in } } == .noAccess(details: "The path is empty."))
        #expect(FileID("-new") == nil && FileID("-reserve") == nil)
    }

    @Test func `a folder in the place of the file is refused, with its path and what to do`() throws {
        let error = error { _ = try Outbox<Change>(path: folder.path) { _ in } }
        #expect(error == .noAccess(details: "\(folder.path): It is a folder, not a file."))
        #expect(error?.description.contains("use another path. \(folder.path)") == true)
        #expect(try folder.names() == [])
    }

    @Test func `what is neither a file nor a folder is refused, and not waited for`() throws {
        #expect(unsafe mkfifo(folder.file, 0o600) == 0)
        #expect(error { _ = try open() } == .noAccess(details: "\(folder.file): It is not a file."))
    }

    @Test func `a folder in the place of the log is refused, with its path`() throws {
        try open().close()
        let log = folder.file + "-wal"
        try FileManager.default.createDirectory(atPath: log, withIntermediateDirectories: false)
        #expect(error { _ = try open() } == .noAccess(details: "\(log): It is a folder, not a file."))
    }

    /// Permissions do not bind root: it can read and write whatever they say.
    @Test(
        .enabled(if: geteuid() != 0, "Permissions do not bind root; run the tests as another user."),
        arguments: [("", 0o000), ("", 0o400), ("/..", 0o500), ("/..", 0o000)] as [(String, Int)])
    func `a file or a folder without permission is refused, with its path and the system's reason`(
        suffix: String, permissions: Int
    ) throws {
        try open().close()
        let path = suffix.isEmpty ? folder.file : folder.path
        try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path)
        defer { try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path) }
        #expect(error { _ = try open() } == .noAccess(details: "\(path): Permission denied"))
    }

    @Test func `a folder that is not there is no access`() throws {
        guard case .noAccess = error({ _ = try Outbox<Change>(path: folder.path + "/none/outbox") { _ in } }) else {
            Issue.record("It was not refused.")
            return
        }
    }

    @Test(arguments: ["", "-wal", "-shm"])
    func `a file that was moved while it was open is gone, for everybody`(suffix: String) async throws {
        let clock = ManualClock()
        let outbox = try Outbox<Change>(path: folder.file, clock: clock) { _ in }
        _ = try await outbox.accept("1", on: "a")
        try FileManager.default.moveItem(atPath: folder.file + suffix, toPath: folder.path + "/moved")
        await #expect(throws: OutboxError.gone) { try await outbox.accept("2", on: "a") }
        await #expect(throws: OutboxError.gone) { try await outbox.entries() }
        await #expect(throws: OutboxError.gone) { try await outbox.run() }
        await #expect(throws: PerformFailure.notKept(.gone, mayHaveHappened: false)) {
            try await outbox.perform("3", on: "b")
        }
    }

    @Test func `a file that was replaced while it was open is gone, and the other one is left as it is`() async throws {
        let outbox = try open()
        _ = try await outbox.accept("1", on: "a")
        try FileManager.default.moveItem(atPath: folder.file, toPath: folder.path + "/moved")
        try Data("other".utf8).write(to: URL(filePath: folder.file))
        await #expect(throws: OutboxError.gone) { try await outbox.accept("2", on: "a") }
        try outbox.close()
        #expect(try bytes() == Data("other".utf8))
    }

    @Test func `a change that is being kept while the file is moved is not kept`() async throws {
        let outbox = try open()
        _ = try await outbox.accept("1", on: "a")
        let (from, to) = (folder.file, folder.path + "/moved")
        // Moves the file between the change and its commit.
        let move = DatabaseFunction("move", argumentCount: 0) { _ in
            try FileManager.default.moveItem(atPath: from, toPath: to)
            return nil
        }
        try await outbox.store.file.writer.writeWithoutTransaction { db in
            db.add(function: move)
            try db.execute(sql: "CREATE TEMP TRIGGER moving AFTER INSERT ON main.entry BEGIN SELECT move(); END")
        }
        await #expect(throws: OutboxError.gone) { try await outbox.accept("2", on: "a") }
        let kept = try await outbox.store.file.writer.writeWithoutTransaction { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM entry")
        }
        #expect(kept == 1)
    }

    @Test func `an outbox that another process is writing to is busy, and nothing is kept`() async throws {
        let outbox = try open()
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let blocker = try DatabaseQueue(path: folder.file, configuration: configuration)
        try await blocker.writeWithoutTransaction { db in try db.execute(sql: "BEGIN IMMEDIATE") }
        await #expect(throws: OutboxError.busy) { try await outbox.accept("1", on: "a") }
        try await blocker.writeWithoutTransaction { db in try db.execute(sql: "COMMIT") }
        #expect(try await outbox.entries() == [])
    }

    @Test func `a link to a file that does not exist yet is followed`() async throws {
        try FileManager.default.createDirectory(atPath: folder.path + "/data", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/second", withDestinationPath: "data/outbox")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/first", withDestinationPath: folder.path + "/second")
        let outbox = try Outbox<Change>(path: folder.path + "/first") { _ in }
        _ = try await outbox.accept("1", on: "a")
        let direct = try Outbox<Change>(path: folder.path + "/data/outbox") { _ in }
        #expect(try await direct.keptTexts() == ["1"])
        #expect(try folder.names() == ["data", "first", "second"])
    }

    @Test func `links that lead to each other are refused`() throws {
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/a", withDestinationPath: "b")
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/b", withDestinationPath: "a")
        let found = error { _ = try Outbox<Change>(path: folder.path + "/a") { _ in } }
        #expect({ if case .noAccess? = found { true } else { false } }())
    }
}
#endif
