import Foundation

/// Writes files that belong to somebody else.
enum FileContents {
    /// Says why a file is left as it is.
    enum Refusal: Error {
        case readOnly
        case noFile

        /// Follows the file's name in a sentence.
        var reason: String {
            switch self {
            case .readOnly: "is read-only: make it writable"
            case .noFile: "is not a regular file"
            }
        }
    }

    /// Says whether a file that is there may be replaced: it is a regular one, or a link to one, and writable.
    ///
    /// The permissions are asked, not the system: root may write everything.
    static func refusal(for path: String) -> Refusal? {
        let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: target) else { return nil }
        guard attributes[.type] as? FileAttributeType == .typeRegular else { return .noFile }
        let permissions = (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0o600
        return permissions & 0o222 == 0 ? .readOnly : nil
    }

    /// Writes new contents into a file itself, so that its permissions, its owner and all links to it stay as they are.
    /// - Throws: ``Refusal``, or the system's error.
    static func replace(_ path: String, with data: Data) throws {
        if let refusal = refusal(for: path) { throw refusal }
        guard FileManager.default.fileExists(atPath: path) else {
            return try data.write(to: URL(fileURLWithPath: path))
        }
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        defer { try? file.close() }
        // Written before it is cut, so that a full disk loses nothing of a file that only gets shorter.
        try file.write(contentsOf: data)
        try file.truncate(atOffset: UInt64(data.count))
    }
}
