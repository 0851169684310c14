import Foundation
import GRDB
public import Inventory

/// Keeps copies of the inventory's file in a folder, each named by when it was made.
///
/// A copy is written beside the others under another name, checked by SQLite from the first page to the last, written
/// through to the disk, and only then given its name. What is there under such a name is therefore always whole. The
/// oldest copies go when, and only when, a new one is there.
public actor SQLiteBackups: BackupService {
    private static let draftPrefix = ".draft-"

    private let path: String
    private let folder: URL
    private let plan: BackupPlan
    private let clock: any WallClock
    private let drafted: @Sendable () async throws -> Void
    private let flight = SingleFlight<Backup>()

    /// Describes where copies are kept. Nothing is touched before the first is made.
    ///
    /// - Parameters:
    ///   - path: The inventory's file.
    ///   - folder: The folder for the copies, which is made where it is missing.
    ///   - kept: How many copies of the last hours to keep, from 1; with those of the last days and months.
    ///   - clock: Tells what time it is.
    public init(path: String, folder: String, kept: Int = 24, clock: any WallClock) {
        self.init(path: path, folder: folder, kept: kept, clock: clock) {}
    }

    /// - Parameter drafted: Called when a copy is written, before it has its name.
    init(
        path: String, folder: String, kept: Int = 24, clock: any WallClock,
        drafted: @escaping @Sendable () async throws -> Void
    ) {
        self.path = path
        self.folder = URL(filePath: folder, directoryHint: .isDirectory)
        plan = BackupPlan(hourly: max(1, kept))
        self.clock = clock
        self.drafted = drafted
    }

    /// Makes a copy, and lets go of the oldest ones.
    ///
    /// Nobody who reads or writes the inventory has to wait for it. One copy is made at a time; who asks meanwhile gets
    /// the same.
    public func backUp() async throws -> Backup {
        try await flight.run { try await self.make() }
    }

    /// Returns the copies that there are, the newest first.
    public func backups() throws -> [Backup] {
        try Self.list(folder.path)
    }

    private func make() async throws -> Backup {
        let name = BackupName(made: clock.now)
        let draft = folder.appending(path: "\(Self.draftPrefix)\(UUID().uuidString)")
        do {
            let lock = try prepareFolder()
            defer { withExtendedLifetime(lock) {} }
            try await copy(to: draft)
            try await Self.checkAndSeal(draft)
            let size = try Self.writeThrough(draft)
            try await drafted()
            try Task.checkCancellation()
            try Self.move(draft, to: folder.appending(path: name.text))
            try removeOldest()
            let items = Self.countItems(folder.appending(path: name.text).path)
            return Backup(made: name.made, name: name.text, size: size, items: items)
        } catch {
            do { try Self.remove(draft) } catch { throw Self.translate(error) }
            throw Self.translate(error)
        }
    }

    private func copy(to draft: URL) async throws {
        do {
            try DatabaseFile.requireInventory(path)
            try await Self.copyPages(of: path, to: draft)
        } catch let error as DatabaseError {
            // Which of the two files is meant, SQLite does not say; the disk that is full is the copy's.
            guard error.resultCode != .SQLITE_FULL else { throw BackupError.diskFull }
            guard let error = SQLiteErrors.translate(error, path: path) as? InventoryError else { throw error }
            throw BackupError.cannotRead(error)
        } catch let error as InventoryError {
            throw BackupError.cannotRead(error)
        }
    }

    /// Makes the folder, and clears away what a crash left there.
    ///
    /// - Returns: To be held as long as there is a draft.
    private func prepareFolder() throws -> DraftsLock {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return try DraftsLock(folder) {
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
            where name.hasPrefix(Self.draftPrefix) {
                try Self.remove(folder.appending(path: name))
            }
        }
    }

    private func removeOldest() throws {
        for backup in plan.superfluous(try backups()) {
            try Self.remove(folder.appending(path: backup.name))
        }
    }
}
