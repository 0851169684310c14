import Foundation
public import Inventory

/// Puts a copy of the inventory in the place of its file.
public struct Restoration: Sendable {
    private let file: URL
    private let clock: any WallClock

    /// Describes where to restore to.
    ///
    /// - Parameters:
    ///   - path: The inventory's file, which need not be there.
    ///   - clock: Names the file that is replaced by the time.
    public init(path: String, clock: any WallClock) {
        file = URL(filePath: path)
        self.clock = clock
    }

    /// Checks a copy from the first page to the last, and puts it in place. The file that was there is kept.
    ///
    /// - Parameter copy: The copy's file, which stays.
    /// - Returns: Where the file is kept that was there before; nil where there was none.
    /// - Throws: ``InventoryError`` or ``BackupError``; nothing was replaced then.
    public func restore(_ copy: String) async throws -> String? {
        try DatabaseFile.requireInventory(copy)
        let draft = file.deletingLastPathComponent().appending(path: ".\(file.lastPathComponent).\(UUID().uuidString)")
        do {
            try await SQLiteBackups.copyPages(of: copy, to: draft)
            try await SQLiteBackups.checkAndSeal(draft)
            _ = try SQLiteBackups.writeThrough(draft)
            let kept = try keepPrevious()
            try SQLiteBackups.move(draft, to: file)
            return kept
        } catch {
            try? FileManager.default.removeItem(at: draft)
            throw SQLiteErrors.translate(SQLiteBackups.translate(error), path: copy)
        }
    }

    /// Gives the file that is there, with its log, another name.
    private func keepPrevious() throws -> String? {
        let files = FileManager.default
        guard files.fileExists(atPath: file.path) else { return nil }
        let time = clock.now.description.replacing(":", with: "-")
        let kept = "\(file.path)-before-\(time).db"
        for part in ["-wal", ""] where files.fileExists(atPath: file.path + part) {
            try files.moveItem(atPath: file.path + part, toPath: kept + part)
        }
        if files.fileExists(atPath: file.path + "-shm") { try files.removeItem(atPath: file.path + "-shm") }
        return kept
    }
}
