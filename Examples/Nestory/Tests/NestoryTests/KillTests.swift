import Foundation
import GRDB
import Inventory
import Testing

extension ProcessTests {
    /// SIGKILL at several moments of an import: the database is whole, and holds all of it or nothing.
    @Suite struct KillTests {
        private static let rows = 20_000
        private static let csv = Data(
            ("name,notes\n" + (0..<rows).map { "Item \($0),\(String(repeating: "n", count: 100))\n" }.joined())
                .utf8)

        /// How far the import has written when it is killed; the last is behind its end.
        static let moments = [0, 100_000, 1_000_000, 3_000_000]

        @Test(arguments: moments) func `serve killed while it imports has nothing of the import`(bytes: Int)
            async throws
        {
            try await Program.inFolder { folder in
                let server = try await ServerProcess(in: folder)
                #expect(
                    try await server.send(
                        "POST", "/api/items", Data(#"{"name": "Before"}"#.utf8), type: "application/json"
                    ).status == 201)
                let wal = folder.appending(path: "nestory.db-wal")
                let before = Growth.size(of: wal)
                let importing = Task {
                    try await server.send("POST", "/api/import", Self.csv, type: "text/csv")
                }
                try await Growth.wait(for: wal, beyond: before + bytes)
                kill(server.process.processIdentifier, SIGKILL)
                #expect(await server.status() == -SIGKILL)
                await #expect(throws: (any Error).self) { try await importing.value }
                #expect(try await Self.check(folder) == 1)

                // And it goes on from there.
                let next = try await ServerProcess(in: folder)
                #expect(try await next.count() == "1")
                #expect(try await next.send("POST", "/api/import", Self.csv, type: "text/csv").status == 200)
                #expect(try await next.count() == String(Self.rows + 1))
                next.process.terminate()
                #expect(await next.status() == 0)
            }
        }

        @Test func `serve killed behind an import has all of it`() async throws {
            try await Program.inFolder { folder in
                let server = try await ServerProcess(in: folder)
                #expect(
                    try await server.send("POST", "/api/import", Self.csv, type: "text/csv").status == 200)
                kill(server.process.processIdentifier, SIGKILL)
                #expect(await server.status() == -SIGKILL)
                #expect(try await Self.check(folder) == Self.rows)
            }
        }

        @Test(arguments: moments) func `import killed while it runs leaves nothing of it`(bytes: Int)
            async throws
        {
            try await Program.inFolder { folder in
                try Self.csv.write(to: folder.appending(path: "things.csv"))
                #expect(
                    try await Program.run(
                        "import", try folder.write("name\nBefore\n", as: "one.csv"), in: folder
                    )
                    .status == 0)
                let process = Process()
                process.executableURL = try Program.executable()
                process.arguments = ["import", "things.csv"]
                process.currentDirectoryURL = folder
                process.standardError = FileHandle.nullDevice
                try process.run()
                try await Growth.wait(for: folder.appending(path: "nestory.db-wal"), beyond: bytes)
                kill(process.processIdentifier, SIGKILL)
                process.waitUntilExit()
                #expect(process.terminationReason == .uncaughtSignal)
                #expect(try await Self.check(folder) == 1)
            }
        }

        @Test(arguments: moments) func `Ctrl-C while an import runs says what became of it`(bytes: Int) async throws {
            try await Program.inFolder { folder in
                try Self.csv.write(to: folder.appending(path: "things.csv"))
                let errors = folder.appending(path: "errors")
                let process = Process()
                process.executableURL = try Program.executable()
                process.arguments = ["import", "things.csv"]
                process.currentDirectoryURL = folder
                process.standardOutput = FileHandle.nullDevice
                process.standardError = try Program.writing(to: errors)
                try process.run()
                try await Growth.wait(for: folder.appending(path: "nestory.db-wal"), beyond: bytes)
                kill(process.processIdentifier, SIGINT)
                process.waitUntilExit()
                let said = try String(contentsOf: errors, encoding: .utf8)
                if process.terminationStatus == 0 {
                    #expect(said == "Imported 20000 items.\n")
                    #expect(try await Self.check(folder) == Self.rows)
                } else {
                    #expect(process.terminationReason == .exit && process.terminationStatus == 1)
                    #expect(said == "nestory: The import was stopped. Nothing was imported.\n")
                    // The inventory was made for the import.
                    #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "nestory.db").path))
                }
            }
        }

        /// Has SQLite check the whole file.
        ///
        /// - Returns: How many items there are.
        private static func check(_ folder: URL) async throws -> Int {
            let queue = try DatabaseQueue(path: folder.appending(path: "nestory.db").path)
            let (verdict, count) = try await queue.read { db in
                (
                    try String.fetchAll(db, sql: "PRAGMA integrity_check"),
                    try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM item")
                )
            }
            try queue.close()
            #expect(verdict == ["ok"])
            return try #require(count)
        }
    }
}
