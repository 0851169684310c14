import Foundation
import GRDB
import Inventory
import Synchronization
import Testing

@testable import InventoryStore

@Suite struct SQLiteBackupsTests {
    /// A clock that a test sets.
    private final class SetClock: WallClock {
        private let time = Mutex(Timestamp.epoch)
        var now: Timestamp { time.withLock { $0 } }
        func set(_ text: String) throws {
            let now = try #require(Timestamp(text))
            time.withLock { $0 = now }
        }
        func advance(hours: Int) throws {
            let later = try #require(Timestamp(milliseconds: now.milliseconds + Int64(hours) * 3_600_000))
            time.withLock { $0 = later }
        }
    }

    private struct Copies {
        let store: Store
        let backups: SQLiteBackups
        let clock: SetClock
        let folder: URL

        /// The names of all files in the folder.
        var files: [String] {
            get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
        }
    }

    private static func run(kept: Int = 24, _ test: (Copies) async throws -> Void) async throws {
        try await Store.run { store in
            let clock = SetClock()
            try clock.set("2026-11-20T12:00:00.250Z")
            let folder = store.path + "-backups"
            try await store.inventory.add(Item(id: UUID(), name: "Lamp", updatedAt: .epoch))
            try await test(
                Copies(
                    store: store, backups: SQLiteBackups(path: store.path, folder: folder, kept: kept, clock: clock),
                    clock: clock, folder: URL(filePath: folder, directoryHint: .isDirectory)))
        }
    }

    @Test func `a copy is an inventory of its own, named by when it was made`() async throws {
        try await Self.run { copies in
            let backup = try await copies.backups.backUp()
            #expect(backup.name == "2026-11-20T12-00-00Z.db" && backup.made == Timestamp("2026-11-20T12:00:00Z"))
            #expect(try copies.files == [backup.name])
            #expect(try await copies.backups.backups() == [backup])
            try await copies.store.inventory.add(Item(id: UUID(), name: "Later", updatedAt: .epoch))
            let copy = try SQLiteInventory(path: copies.folder.appending(path: backup.name).path)
            #expect(try await copy.items(ItemQuery()).items.map(\.name) == ["Lamp"])
            try await copy.add(Item(id: UUID(), name: "Only here", updatedAt: .epoch))
            try await copy.close()
            #expect(try await copies.store.inventory.items(ItemQuery()).total == 2)
        }
    }

    @Test func `24 copies are kept, and the oldest goes`() async throws {
        try await Self.run { copies in
            for _ in 0..<26 {
                _ = try await copies.backups.backUp()
                try copies.clock.advance(hours: 1)
            }
            let kept = try await copies.backups.backups()
            #expect(kept.count == 24)
            #expect(kept.first?.name == "2026-11-21T13-00-00Z.db" && kept.last?.name == "2026-11-20T14-00-00Z.db")
        }
    }

    @Test func `a copy can be made while somebody writes, and has all or nothing of it`() async throws {
        try await Self.run { copies in
            let inventory = copies.store.inventory
            let backups = copies.backups
            let backup = try await inventory.transaction { inserter in
                _ = try inserter.insert(Item(id: UUID(), name: "Half", updatedAt: .epoch), hasOwnID: false)
                // The transaction is open until the copy is made.
                let done = DispatchSemaphore(value: 0)
                let made = Mutex<Result<Backup, any Error>?>(nil)
                Task.detached {
                    let result: Result<Backup, any Error>
                    do { result = .success(try await backups.backUp()) } catch { result = .failure(error) }
                    made.withLock { $0 = result }
                    done.signal()
                }
                done.wait()
                return (try made.withLock { try $0?.get() }, true)
            }
            let copy = try SQLiteInventory(path: copies.folder.appending(path: try #require(backup).name).path)
            #expect(try await copy.items(ItemQuery()).total == 1)
            try await copy.close()
            #expect(try await inventory.items(ItemQuery()).total == 2)
        }
    }

    @Test func `a file replaced by garbage is an error, and the copies before it stay`() async throws {
        try await Self.run(kept: 1) { copies in
            let good = try await copies.backups.backUp()
            try copies.clock.advance(hours: 1)
            let garbage = copies.store.path + "-garbage"
            try Data(repeating: 0x58, count: 20_000).write(to: URL(filePath: garbage))
            let backups = SQLiteBackups(
                path: garbage, folder: copies.folder.path, kept: 1, clock: copies.clock)
            let error = await #expect(throws: BackupError.self) { try await backups.backUp() }
            guard case .cannotRead(.notAnInventory) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(try copies.files == [good.name])
        }
    }

    @Test func `a damaged inventory gives no copy`() async throws {
        try await Self.run { copies in
            let items = (0..<300).map {
                Item(id: UUID(), name: "Item \($0)", notes: String(repeating: "n", count: 200), updatedAt: .epoch)
            }
            for item in items { try await copies.store.inventory.add(item) }
            try await copies.store.inventory.close()
            let file = try FileHandle(forUpdating: URL(filePath: copies.store.path))
            let size = try file.seekToEnd()
            try file.seek(toOffset: 4096 * 3)
            try file.write(contentsOf: Data(repeating: 0xA5, count: Int(size) - 4096 * 3))
            try file.close()
            await #expect(throws: BackupError.self) { try await copies.backups.backUp() }
            #expect(try copies.files == [])
        }
    }

    @Test func `an inventory that is not there is an error, and none is made`() async throws {
        try await Store.inFolder { folder in
            let path = folder.appending(path: "none.db").path
            let backups = SQLiteBackups(path: path, folder: path + "-backups", clock: SetClock())
            let error = await #expect(throws: BackupError.self) { try await backups.backUp() }
            if case .cannotRead = error {} else { Issue.record("\(String(describing: error))") }
            #expect(!FileManager.default.fileExists(atPath: path))
            let made = try await backups.backups()
            #expect(made.isEmpty)
        }
    }

    @Test func `a folder that cannot be made is an error that names no path to people`() async throws {
        try await Self.run { copies in
            let blocked = copies.store.path + "-file"
            try Data().write(to: URL(filePath: blocked))
            let backups = SQLiteBackups(path: copies.store.path, folder: blocked + "/copies", clock: copies.clock)
            let error = try #require(await #expect(throws: BackupError.self) { try await backups.backUp() })
            if case .cannotWrite = error {} else { Issue.record("\(error)") }
            #expect(!error.message.contains("/"))
        }
    }

    @Test func `what a crash left is cleared away, other files stay`() async throws {
        try await Self.run(kept: 1) { copies in
            try FileManager.default.createDirectory(at: copies.folder, withIntermediateDirectories: true)
            for name in [".draft-1", "notes.txt", "2026-13-01T00-00-00Z.db", "2026-01-01T00-00-00Z.db.old"] {
                try Data("x".utf8).write(to: copies.folder.appending(path: name))
            }
            let backup = try await copies.backups.backUp()
            #expect(
                try copies.files
                    == ["2026-01-01T00-00-00Z.db.old", backup.name, "2026-13-01T00-00-00Z.db", "notes.txt"])
            #expect(try await copies.backups.backups() == [backup])
        }
    }

    @Test func `two programs that copy at once both get their copy, and what a crash left goes after that`()
        async throws
    {
        try await Self.run { copies in
            let (backups, clock, leftover) = (copies.backups, copies.clock, copies.folder.appending(path: ".draft-1"))
            let other = SQLiteBackups(path: copies.store.path, folder: copies.folder.path, clock: clock) {
                try Data("x".utf8).write(to: leftover)
                try clock.advance(hours: 1)
                #expect(try await backups.backUp().name == "2026-11-20T13-00-00Z.db")
            }
            #expect(try await other.backUp().name == "2026-11-20T12-00-00Z.db")
            #expect(try copies.files == [".draft-1", "2026-11-20T12-00-00Z.db", "2026-11-20T13-00-00Z.db"])
            try clock.advance(hours: 1)
            _ = try await backups.backUp()
            #expect(try copies.files.count == 3 && copies.files.first == "2026-11-20T12-00-00Z.db")
        }
    }

    @Test func `a copy that another program has removed already is no failure`() async throws {
        try await Self.run { copies in
            let backup = try await copies.backups.backUp()
            let file = copies.folder.appending(path: backup.name)
            #expect(try SQLiteBackups.size(of: file) == backup.size)
            for _ in 0..<2 { try SQLiteBackups.remove(file) }
            #expect(try copies.files == [] && SQLiteBackups.size(of: file) == nil)
        }
    }

    @Test func `who asks while a copy is made gets that one`() async throws {
        try await Self.run { copies in
            let backups = copies.backups
            let made = try await withThrowingTaskGroup(of: Backup.self) { group in
                for _ in 0..<10 { group.addTask { try await backups.backUp() } }
                return try await group.reduce(into: Set<Backup>()) { $0.insert($1) }
            }
            #expect(made.count == 1)
            #expect(try copies.files.count == 1)
        }
    }
}
