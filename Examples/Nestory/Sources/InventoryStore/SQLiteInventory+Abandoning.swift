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

    /// Lets go of a file that is not ours any more, or was not for a moment.
    func letGo() async {
        pool.interrupt()
        cache.close()
        let place = place
        switch place {
        case .elsewhere:
            // Our file is somewhere else, and gets what is still in the log; others may have both open.
            let isWhole = (try? await pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }) != nil
            if !isWhole { renameLog() }
        case .overwritten:
            emptyLog()
        case .ours:
            // It was put back before anybody could let go of it: the log is its own, and SQLite moves it into the file.
            break
        }
        do {
            try pool.close()
        } catch _ {
            // Somebody still reads. The connections close with the last of them.
        }
        if place != .ours { removeLog() }
    }

    /// Where the file is that was opened.
    private enum Place {
        case ours, elsewhere, overwritten
    }

    private var place: Place {
        guard let now = FileID(path), now == file else { return .elsewhere }
        let header = (try? DatabaseFile.start(of: path)).flatMap { DatabaseHeader($0) }
        return header?.isInventory == true && header?.identity == number ? .ours : .overwritten
    }

    private var keptLog: String { path + "-wal-replaced" }

    /// Takes the log out of the way of the file that is there now. Who has it open goes on with it.
    private func renameLog() {
        guard let log, log == FileID(path + "-wal") else { return }
        _ = unsafe rename(path + "-wal", keptLog)
        _ = unsafe unlink(path + "-shm")
    }

    /// Keeps what is in the log under another name, and leaves SQLite nothing to move into the file when it closes.
    private func emptyLog() {
        let path = path + "-wal"
        guard let log, log == FileID(path) else { return }
        do {
            if FileManager.default.fileExists(atPath: keptLog) { try FileManager.default.removeItem(atPath: keptLog) }
            try FileManager.default.copyItem(atPath: path, toPath: keptLog)
        } catch _ {
            // What was moved into the file went with it; the rest could only damage the one that is there now.
        }
        _ = unsafe truncate(path, 0)
    }

    /// Removes the log and its index, which SQLite leaves beside a file that was moved away.
    private func removeLog() {
        guard let log, log == FileID(path + "-wal") else { return }
        for name in [path + "-wal", path + "-shm"] { _ = unsafe unlink(name) }
    }
}
