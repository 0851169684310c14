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

    /// Asks the file system once; what cannot be asked is `other`.
    init(_ path: String) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else {
            self = .other
            return
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: self = .regular
        case S_IFDIR: self = .directory
        case S_IFLNK: self = .link
        default: self = .other
        }
    }
}
