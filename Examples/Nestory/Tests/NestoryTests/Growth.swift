import Foundation
import Testing

/// Tells from outside how far another process is with its writing.
enum Growth {
    /// Waits until a file has more than a number of bytes.
    ///
    /// Another process cannot be gated, so this looks again and again; it gives up after a minute.
    static func wait(for file: URL, beyond bytes: Int) async throws {
        let deadline = ContinuousClock.now + .seconds(60)
        while size(of: file) <= bytes {
            try #require(
                ContinuousClock.now < deadline, "\(file.lastPathComponent) has only \(size(of: file)) bytes.")
            try await Task.sleep(for: .milliseconds(2))
        }
    }

    static func size(of file: URL) -> Int {
        // The URL keeps what it was once told.
        let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
        return (attributes?[.size] as? NSNumber)?.intValue ?? 0
    }
}
