import Foundation
import Testing

extension ProcessTests {
    /// Tests that fail or are killed leave nothing running.
    @Suite struct LeftoverTests {
        @Test func `a server that a test forgets is ended`() async throws {
            var forgotten: Process?
            try await Program.inFolder { folder in forgotten = try await ServerProcess(in: folder).process }
            let process = try #require(forgotten)
            process.waitUntilExit()
            #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGKILL)
        }

        @Test func `what a watcher looks after ends with the process that holds it`() async throws {
            try await Program.inFolder { folder in
                let sleeper = Process()
                sleeper.executableURL = URL(filePath: "/bin/sleep")
                sleeper.arguments = ["600"]
                try sleeper.run()
                let watcher = try Watcher(folder: folder.appending(path: "none"))
                try watcher.add(sleeper.processIdentifier)
                #expect(sleeper.isRunning)
                // As the system does for a process that is killed.
                try watcher.input.close()
                sleeper.waitUntilExit()
                #expect(sleeper.terminationReason == .uncaughtSignal && sleeper.terminationStatus == SIGKILL)
            }
        }
    }
}
