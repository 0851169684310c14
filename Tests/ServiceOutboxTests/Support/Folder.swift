#if Outbox
import Foundation

/// A folder of one test, deleted after it.
final class Folder: Sendable {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "outbox-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit { _ = try? FileManager.default.removeItem(atPath: path) }

    /// Where the test's outbox is.
    var file: String { path + "/outbox" }

    func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
}
#endif
