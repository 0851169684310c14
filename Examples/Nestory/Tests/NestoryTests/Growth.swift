import Foundation
import Testing

/// Tells from outside how far another process is with its writing.
enum Growth {
    /// Waits until a file has more than a number of bytes.
    static func wait(for file: URL, beyond bytes: Int) async throws {
        try await Patience.until(
            "\(file.lastPathComponent) has more than \(bytes) bytes, and not \(size(of: file))",
            lookingEvery: .milliseconds(2)
        ) { size(of: file) > bytes }
    }

    static func size(of file: URL) -> Int {
        // The URL keeps what it was once told.
        let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
        return (attributes?[.size] as? NSNumber)?.intValue ?? 0
    }
}
