#if OUTBOX
import Foundation

/// Finds out which file a path means. The names beside it are made from that, so that one file has one log and one lock
/// however it is named.
enum FilePath {
    /// The absolute path of a file, with all links followed. The file itself need not exist.
    ///
    /// - Returns: The resolved path. If its folder does not exist, the path as given; opening the file then throws the reason.
    /// - Throws: ``OutboxError/noAccess(details:)`` for an empty path, for one that the system would read only in part, and for links
    ///   that lead to each other.
    static func resolved(_ path: String) throws(OutboxError) -> String {
        // The names beside it would be those of files in the working folder.
        guard !path.isEmpty else { throw .noAccess(details: "The path is empty.") }
        return try resolved(path, links: 0)
    }

    private static func resolved(_ path: String, links: Int) throws(OutboxError) -> String {
        guard !path.utf8.contains(0) else {
            throw .noAccess(details: "\(path.replacing("\0", with: "\\0")): A path cannot have a zero character.")
        }
        if let real = real(path) { return real }
        let (folder, name) = parts(path)
        if let target = target(of: path) {
            guard links < longestChain else {
                throw .noAccess(details: "\(path): It is a link that leads back to itself. Make it lead to a file.")
            }
            return try resolved(target.hasPrefix("/") ? target : "\(folder)/\(target)", links: links + 1)
        }
        guard !name.isEmpty, let real = real(folder) else { return path }
        return real.hasSuffix("/") ? real + name : "\(real)/\(name)"
    }

    /// As many links of links as Linux follows.
    private static let longestChain = 40

    /// Where a link leads whose target does not exist yet.
    private static func target(of path: String) -> String? {
        try? FileManager.default.destinationOfSymbolicLink(atPath: path)
    }

    private static func parts(_ path: String) -> (folder: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path) }
        return (String(path[...slash]), String(path[path.index(after: slash)...]))
    }

    private static func real(_ path: String) -> String? {
        guard let resolved = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }
}
#endif
