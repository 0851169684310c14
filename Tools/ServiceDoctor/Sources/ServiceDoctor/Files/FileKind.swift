#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Says what a path names, without following links.
enum FileKind {
    case regular, directory, link, other
    /// Nothing of this name, or nothing that the system tells about.
    case unknown

    /// Asks the file system once.
    init(_ path: String) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else {
            self = .unknown
            return
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: self = .regular
        case S_IFDIR: self = .directory
        case S_IFLNK: self = .link
        default: self = .other
        }
    }

    /// Says why a path, its links followed, names nothing; nil where it does.
    static func obstacle(_ path: String) -> Obstacle? {
        var status = stat()
        guard unsafe stat(path, &status) != 0 else { return nil }
        return switch errno {
        case ENOENT, ENOTDIR: .missing
        case ELOOP: .circle
        case ENAMETOOLONG: .tooLong
        default: .closed
        }
    }

    /// Why a path cannot be followed.
    enum Obstacle {
        case missing, circle, tooLong
        /// A folder on the way may not be entered.
        case closed
    }
}
