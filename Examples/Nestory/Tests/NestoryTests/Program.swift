import Foundation
import Testing

/// The built program, run as its users run it.
enum Program {
    /// What a run left behind.
    struct Result {
        let status: Int32
        let output: String
        let errors: String
    }

    /// Runs the program to its end.
    static func run(_ arguments: String..., in folder: URL) async throws -> Result {
        try await run(arguments, in: folder)
    }

    /// Runs the program to its end.
    ///
    /// - Parameters:
    ///   - handle: Where its output goes; without it, to the result.
    ///   - environment: Variables beside those of the tests.
    static func run(
        _ arguments: [String], output handle: FileHandle? = nil, environment: [String: String] = [:], in folder: URL
    ) async throws -> Result {
        let process = Process()
        process.executableURL = try executable()
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.currentDirectoryURL = folder
        let output = folder.appending(path: "output-\(UUID().uuidString)")
        let errors = folder.appending(path: "errors-\(UUID().uuidString)")
        // Files, unlike pipes, never fill up.
        let captured = try writing(to: output)
        process.standardOutput = handle ?? captured
        process.standardError = try writing(to: errors)
        process.standardInput = FileHandle.nullDevice
        try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
            process.terminationHandler = { _ in ended.resume() }
            do { try process.run() } catch { ended.resume(throwing: error) }
        }
        return Result(
            status: process.terminationStatus, output: try String(contentsOf: output, encoding: .utf8),
            errors: try String(contentsOf: errors, encoding: .utf8))
    }

    /// Runs a test with an empty folder, which is removed afterwards.
    static func inFolder(_ test: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "nestory-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
        let watcher = try Watcher(folder: folder)
        defer { #expect(throws: Never.self) { try watcher.stop() } }
        try await Watcher.$current.withValue(watcher) { try await test(folder) }
    }

    /// The program, which is built beside the tests.
    static func executable() throws -> URL {
        let bundles =
            [URL(filePath: CommandLine.arguments[0]), Bundle.main.bundleURL]
            + Bundle.allBundles.map(\.bundleURL)
        let candidates = bundles.flatMap { bundle in
            [bundle.deletingLastPathComponent(), bundle].map { $0.appending(path: "nestory") }
        }
        return try #require(candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) })
    }

    static func writing(to file: URL) throws -> FileHandle {
        #expect(FileManager.default.createFile(atPath: file.path, contents: nil))
        return try FileHandle(forWritingTo: file)
    }
}

extension URL {
    /// Writes a file into the folder, and returns its name.
    func write(_ text: String, as name: String) throws -> String {
        try Data(text.utf8).write(to: appending(path: name))
        return name
    }
}
