import Foundation
import GRDB
import Inventory
import Synchronization

extension SQLiteInventory {
    /// Lets go of the file: what is at its place now belongs to somebody else, and gets nothing of ours.
    ///
    /// SQLite finds the log by the file's name. Left where it is, it would be read into the file that is there now.
    public func abandon() async {
        guard !isClosed.exchange(true, ordering: .sequentiallyConsistent) else { return }
        await letGo()
    }

    /// Lets go of a file that is not ours any more.
    func letGo() async {
        pool.interrupt()
        cache.close()
        if (try? await pool.writeWithoutTransaction { [self] db in try takeLogAlong(db) }) == nil { setLogAside() }
        do {
            try pool.close()
        } catch _ {
            // Somebody still reads. The connections close with the last of them.
        }
        removeLog()
    }

    /// Moves the log into our file where that was moved away; where it was overwritten, nothing of the log may be read.
    private func takeLogAlong(_ db: Database) throws {
        if DatabaseFile.hasMoved(db), DatabaseHeader(try DatabaseFile.start(of: db))?.identity == identity {
            _ = try db.checkpoint(.truncate)
        } else {
            setLogAside()
        }
    }

    /// Keeps the log under another name, and leaves SQLite nothing to move into the file when it closes.
    private func setLogAside() {
        let path = path + "-wal"
        guard let log, log == FileID(path) else { return }
        do {
            let kept = path + "-replaced"
            if FileManager.default.fileExists(atPath: kept) { try FileManager.default.removeItem(atPath: kept) }
            try FileManager.default.copyItem(atPath: path, toPath: kept)
        } catch _ {
            // All of it that was moved into the file is not lost; the rest could only damage the one that is there now.
        }
        _ = unsafe truncate(path, 0)
    }

    /// Removes the log and its index, which SQLite leaves beside a file that was moved away.
    private func removeLog() {
        guard let log, log == FileID(path + "-wal") else { return }
        for name in [path + "-wal", path + "-shm"] { _ = unsafe unlink(name) }
    }
}
