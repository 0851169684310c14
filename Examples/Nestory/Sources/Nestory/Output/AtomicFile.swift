import Foundation
import InventoryStore
import UnixSignals

/// Writes files that are either whole or not there.
enum AtomicFile {
    /// Writes beside the file and then puts it in its place, so that a failure leaves the old one whole.
    ///
    /// A file that a link names is written where it is, and keeps who may read it. What is no file, such as a pipe or a device,
    /// gets the pieces as they come.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - body: Is given a function that writes a piece of it.
    /// - Throws: ``CommandFailure`` where it cannot be written, or what the body throws.
    static func write(to path: String, _ body: (([UInt8]) throws -> Void) async throws -> Void) async throws {
        let file = URL(filePath: path).resolvingSymlinksInPath()
        do {
            switch FileKind(path) {
            case .folder: throw CommandFailure.failed("\(file.path) is a folder. Name a file in it.")
            // Under its own name: a link to an open pipe names no file.
            case .other: try await writePieces(to: URL(filePath: path), body)
            case .file, nil: try await replace(file, body)
            }
        } catch let error as CocoaError where error.code == .fileWriteOutOfSpace {
            throw CommandFailure.failed("There is no room on the disk for \(file.path). Make some, and try again.")
        }
    }

    private static func replace(_ file: URL, _ body: (([UInt8]) throws -> Void) async throws -> Void) async throws {
        let files = FileManager.default
        let draft = file.deletingLastPathComponent().appending(
            path: ".\(file.lastPathComponent).\(UUID().uuidString)")
        let rights = try? files.attributesOfItem(atPath: file.path)[.posixPermissions]
        let attributes = rights.map { [FileAttributeKey.posixPermissions: $0] }
        guard files.createFile(atPath: draft.path, contents: nil, attributes: attributes) else {
            throw noAccess(to: file)
        }
        // What the work only reads stays as it is, wherever it is stopped.
        let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
        let stopping = Task {
            for await _ in signals where (try? files.removeItem(at: draft)) != nil {
                Console.say("nestory: This was stopped, so nothing was written to \(file.path).")
                exit(1)
            }
        }
        defer { stopping.cancel() }
        do {
            try await writePieces(to: draft, body)
            guard unsafe rename(draft.path, file.path) == 0 else { throw noAccess(to: file) }
        } catch {
            try files.removeItem(at: draft)
            throw error
        }
    }

    private static func writePieces(
        to file: URL, _ body: (([UInt8]) throws -> Void) async throws -> Void
    ) async throws {
        let handle: FileHandle
        do { handle = try FileHandle(forWritingTo: file) } catch { throw noAccess(to: file) }
        try await body { try handle.write(contentsOf: Data($0)) }
        if FileKind(file.path) == .file { try handle.synchronize() }
        try handle.close()
    }

    private static func noAccess(to file: URL) -> CommandFailure {
        .failed("\(file.path) cannot be written. Check that its folder exists and is yours.")
    }
}
