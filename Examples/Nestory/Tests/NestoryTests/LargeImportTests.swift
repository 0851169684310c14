import Foundation
import Testing

extension ProcessTests {
    @Suite struct LargeImportTests {
        @Test func `a hundred thousand rows are imported at once, and quietly in a pipe`() async throws {
            try await Program.inFolder { folder in
                let notes = String(repeating: "n", count: 100)
                let rows = (0..<100_000).map { "Item \($0),\(notes)\n" }.joined()
                let file = try folder.write("name,notes\n" + rows, as: "large.csv")
                let errors = folder.appending(path: "errors")
                let process = Process()
                process.executableURL = try Program.executable()
                process.arguments = ["import", file]
                process.currentDirectoryURL = folder
                process.standardError = try Program.writing(to: errors)
                try process.run()
                var mostMemory = 0
                try await Patience.until("the import ends", within: .seconds(300)) {
                    mostMemory = max(mostMemory, try Self.mostMemory(of: process.processIdentifier) ?? 0)
                    return !process.isRunning
                }
                #expect(process.terminationStatus == 0)
                #expect(try String(contentsOf: errors, encoding: .utf8) == "Imported 100000 items.\n")
                #if os(Linux)
                // The rows alone have 11 MB as text, and several times that as items.
                #expect((1..<64_000).contains(mostMemory), "\(mostMemory) kB")
                #endif
            }
        }

        /// The most memory that a process has had so far, in kilobytes; nil where the system does not tell.
        private static func mostMemory(of process: Int32) throws -> Int? {
            let file = "/proc/\(process)/status"
            guard FileManager.default.fileExists(atPath: file) else { return nil }
            // The process may have ended by now.
            guard let status = try? String(contentsOfFile: file, encoding: .utf8) else { return nil }
            return try status.firstMatch(of: Regex(#"VmHWM:\s*([0-9]+) kB"#, as: (Substring, Substring).self))
                .flatMap { Int($0.1) }
        }
    }
}
