import Foundation

/// Writes files that are either whole or not there.
enum AtomicFile {
    /// Writes beside the file and then puts it in its place, so that a failure leaves the old one whole.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - body: Is given a function that writes a piece of it.
    /// - Throws: ``CommandFailure`` where it cannot be written, or what the body throws.
    static func write(to file: URL, _ body: (([UInt8]) throws -> Void) async throws -> Void) async throws {
        let draft = file.deletingLastPathComponent().appending(
            path: ".\(file.lastPathComponent).\(UUID().uuidString)")
        guard FileManager.default.createFile(atPath: draft.path, contents: nil) else {
            throw CommandFailure.failed(
                "\(file.path) cannot be written. Check that its folder exists and is yours.")
        }
        do {
            let handle = try FileHandle(forWritingTo: draft)
            try await body { try handle.write(contentsOf: Data($0)) }
            try handle.synchronize()
            try handle.close()
            guard unsafe rename(draft.path, file.path) == 0 else {
                throw CommandFailure.failed("\(file.path) cannot be replaced. Is it a folder?")
            }
        } catch {
            try FileManager.default.removeItem(at: draft)
            throw error
        }
    }
}
