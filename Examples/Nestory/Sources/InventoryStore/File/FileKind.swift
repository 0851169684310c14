import Foundation

/// What is at a path.
package enum FileKind: Sendable {
    case file
    case folder
    /// A pipe, a device or a socket: what is read from it is gone, or never ends.
    case other

    /// Looks at a path, and at what a link there names.
    ///
    /// - Returns: nil where there is nothing.
    package init?(_ path: String) {
        var info = stat()
        guard unsafe stat(path, &info) == 0 else { return nil }
        switch info.st_mode & S_IFMT {
        case S_IFREG: self = .file
        case S_IFDIR: self = .folder
        default: self = .other
        }
    }
}
