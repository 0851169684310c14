import Foundation
import GRDB
public import Inventory

extension SQLiteBackups {
    /// Returns the copies in a folder, the newest first; none where there is no such folder.
    ///
    /// - Throws: ``BackupError`` where it cannot be read.
    public static func list(_ folder: String) throws -> [Backup] {
        guard FileManager.default.fileExists(atPath: folder) else { return [] }
        do {
            let folder = URL(filePath: folder, directoryHint: .isDirectory)
            return try FileManager.default.contentsOfDirectory(atPath: folder.path).compactMap { text in
                guard let name = BackupName(text) else { return nil }
                let file = folder.appending(path: text)
                // Another program may have removed it meanwhile.
                guard let size = try size(of: file) else { return nil }
                return Backup(made: name.made, name: text, size: size, items: countItems(file.path))
            }.sorted { $1.made < $0.made }
        } catch {
            throw translate(error)
        }
    }

    /// Returns how many bytes a file has; nil where there is none.
    static func size(of file: URL) throws -> Int? {
        do {
            return try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
        } catch CocoaError.fileReadNoSuchFile {
            return nil
        }
    }

    /// Removes a file. One that another program has removed meanwhile is no failure.
    static func remove(_ file: URL) throws {
        do { try FileManager.default.removeItem(at: file) } catch CocoaError.fileNoSuchFile {}
    }

    /// Returns how many items a copy has; nil where it cannot be read.
    public static func countItems(_ file: String) -> Int? {
        try? DatabaseFile.count("item", in: file)
    }

    /// Copies a file page by page, as it is at one moment, with what is still in its log.
    ///
    /// A copy of a damaged file is as damaged, so that the check finds it; `VACUUM INTO` could leave the damage out,
    /// and the items with it.
    static func copyPages(of path: String, to draft: URL) async throws {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(5)
        configuration.label = "backup"
        let source = try DatabaseQueue(path: path, configuration: configuration)
        try await closing(source) {
            let target = try DatabaseQueue(path: draft.path)
            try await closing(target) {
                try await source.unsafeRead { source in
                    try target.writeWithoutTransaction { target in try source.backup(to: target) }
                }
            }
        }
    }

    /// Lets SQLite look at every page of a copy, and makes it a file that needs no log beside it.
    static func checkAndSeal(_ copy: URL) async throws {
        do {
            let queue = try DatabaseQueue(path: copy.path)
            let problems = try await closing(queue) {
                try await queue.writeWithoutTransaction { db in
                    let problems = try String.fetchAll(db, sql: "PRAGMA integrity_check(3)")
                    if problems == ["ok"] {
                        // A copy is another inventory, which must not be taken for the one that is open.
                        try db.execute(sql: "\(DatabaseHeader.newIdentity); PRAGMA journal_mode = DELETE")
                    }
                    return problems
                }
            }
            guard problems == ["ok"] else { throw BackupError.damagedCopy(details: problems.joined(separator: "; ")) }
        } catch let error as DatabaseError {
            guard error.resultCode != .SQLITE_FULL else { throw BackupError.diskFull }
            throw BackupError.damagedCopy(details: "SQLite \(error.extendedResultCode.rawValue)")
        }
    }

    private static func closing<Value>(
        _ queue: DatabaseQueue, _ body: () async throws -> Value
    ) async throws -> Value {
        let value: Value
        do {
            value = try await body()
        } catch {
            try queue.close()
            throw error
        }
        try queue.close()
        return value
    }

    /// Waits until the disk has a copy.
    ///
    /// - Returns: How many bytes it has.
    static func writeThrough(_ copy: URL) throws -> Int {
        let handle = try FileHandle(forUpdating: copy)
        try handle.synchronize()
        let size = try handle.seekToEnd()
        try handle.close()
        return Int(size)
    }

    /// Gives a copy its name, and waits until the disk has that too.
    static func move(_ draft: URL, to file: URL) throws {
        guard unsafe rename(draft.path, file.path) == 0 else {
            throw BackupError.cannotWrite(details: "It could not be renamed: error \(errno).")
        }
        let folder = unsafe open(file.deletingLastPathComponent().path, O_RDONLY)
        guard folder >= 0 else { throw BackupError.cannotWrite(details: "The folder cannot be read: error \(errno).") }
        let isWritten = fsync(folder) == 0
        close(folder)
        guard isWritten else { throw BackupError.cannotWrite(details: "The folder was not written: error \(errno).") }
    }

    /// Turns the system's errors into ours.
    static func translate(_ error: any Error) -> any Error {
        switch error {
        case is BackupError, is CancellationError: error
        case let error as CocoaError where error.code == .fileWriteOutOfSpace: BackupError.diskFull
        default: BackupError.cannotWrite(details: "\(error)")
        }
    }
}
