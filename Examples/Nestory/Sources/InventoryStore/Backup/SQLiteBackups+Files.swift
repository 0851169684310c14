import Foundation
import GRDB
import Inventory

extension SQLiteBackups {
    /// Returns the paths of the copies in a folder, the newest first; none where it cannot be read.
    public static func files(in folder: String) -> [String] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
        return (names ?? []).compactMap { BackupName($0) }.sorted { $1.made < $0.made }.map { "\(folder)/\($0.text)" }
    }

    /// Lets SQLite look at every page of a copy.
    static func check(_ copy: URL) async throws {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.label = "backup check"
        do {
            let queue = try DatabaseQueue(path: copy.path, configuration: configuration)
            let problems: [String]
            do {
                problems = try await queue.read { db in try String.fetchAll(db, sql: "PRAGMA integrity_check(3)") }
            } catch {
                try queue.close()
                throw error
            }
            try queue.close()
            guard problems == ["ok"] else { throw BackupError.damagedCopy(details: problems.joined(separator: "; ")) }
        } catch let error as DatabaseError {
            throw BackupError.damagedCopy(details: "SQLite \(error.extendedResultCode.rawValue)")
        }
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
