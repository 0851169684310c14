#if OUTBOX
import Foundation

/// Says why a file cannot be used, as SQLite only says that it cannot.
enum FileAccess {
    /// Refuses what is not a file before it is opened: opening a pipe would wait until somebody writes into it.
    ///
    /// - Throws: ``OutboxError/noAccess(details:)``. Nothing if there is nothing at the path.
    static func requireFile(_ path: String) throws(OutboxError) {
        var info = stat()
        guard unsafe stat(path, &info) == 0 else { return }
        switch info.st_mode & S_IFMT {
        case S_IFREG: return
        case S_IFDIR: throw .noAccess(details: "\(path): It is a folder, not a file.")
        default: throw .noAccess(details: "\(path): It is not a file.")
        }
    }

    /// Adds to an error what cannot be accessed, and the system's reason.
    ///
    /// - Parameter path: The path of the outbox's file.
    static func explain(_ error: OutboxError, _ path: String) -> OutboxError {
        guard case .noAccess(let details) = error else { return error }
        var isMissing = false
        let folder = URL(filePath: path).deletingLastPathComponent().path
        for (name, mode) in [(folder, W_OK | X_OK)] + ["", "-wal", "-shm"].map({ (path + $0, R_OK | W_OK) }) {
            if name != folder {
                do { try requireFile(name) } catch { return error }
            }
            // What is missing is created. The rights that count are those with which a file is opened.
            guard unsafe faccessat(AT_FDCWD, name, mode, AT_EACCESS) != 0 else { continue }
            guard errno == ENOENT else { return SystemError.current(name) }
            isMissing = true
        }
        if isMissing, !hasRoomForFiles(folder) { return .diskFull }
        return details.contains(path) ? error : .noAccess(details: "\(path): \(details)")
    }

    /// Whether the file system of a folder has room for another file, which it may lack where there is space. SQLite has no code for
    /// that, and asks the system something else before it reports an error.
    private static func hasRoomForFiles(_ folder: String) -> Bool {
        var info = statvfs()
        guard unsafe statvfs(folder, &info) == 0 else { return true }
        // Without a number of files, there is no limit.
        return info.f_files == 0 || info.f_favail > 0
    }
}
#endif
