import Foundation
import Inventory
import InventoryStore
import Testing

extension ProcessTests {
    @Suite struct ServeTests {
        private static func csv(_ rows: Int) -> Data {
            Data(
                ("name,notes\n"
                    + (0..<rows).map { "Item \($0),\(String(repeating: "n", count: 100))\n" }.joined())
                    .utf8)
        }

        @Test func `a new inventory gets the sample, one that is there stays as it is`() async throws {
            try await Program.inFolder { folder in
                let first = try await ServerProcess(["--sample"], in: folder)
                let count = try #require(try await first.count().flatMap { Int($0) })
                #expect(count > 100)
                first.process.terminate()
                #expect(await first.status() == 0)

                _ = try await Program.run(
                    "import", try folder.write("name\nLamp\n", as: "a.csv"), "--database", "own.db",
                    in: folder)
                let second = try await ServerProcess(["--sample", "--database", "own.db"], in: folder)
                #expect(try await second.count() == "1")
                second.process.terminate()
                #expect(await second.status() == 0)
            }
        }

        @Test func `after it has stopped, the file alone is the whole inventory`() async throws {
            try await Program.inFolder { folder in
                let server = try await ServerProcess(in: folder)
                #expect(
                    try await server.send("POST", "/api/import", Self.csv(100), type: "text/csv").status
                        == 200)
                server.process.terminate()
                #expect(await server.status() == 0)
                let copy = folder.appending(path: "copy.db")
                try FileManager.default.copyItem(at: folder.appending(path: "nestory.db"), to: copy)
                let inventory = try SQLiteInventory(path: copy.path)
                #expect(try await inventory.items(ItemQuery()).total == 100)
                try await inventory.close()
            }
        }

        @Test func `a port that is taken is named`() async throws {
            try await Program.inFolder { folder in
                let server = try await ServerProcess(in: folder)
                let other = try await Program.run(
                    "serve", "--port", String(server.port), "--database", "b.db", in: folder)
                #expect(other.status == 1 && other.errors.contains("Port \(server.port) is taken"))
                #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "b.db").path))
                server.process.terminate()
                #expect(await server.status() == 0)
            }
        }

        @Test func `SIGTERM finishes the import that is running, and ends with 0 within five seconds`()
            async throws
        {
            try await Program.inFolder { folder in
                let server = try await ServerProcess(in: folder)
                let wal = folder.appending(path: "nestory.db-wal")
                // Few enough that a busy machine imports them within the 3.5 seconds that the server grants.
                async let imported = server.send("POST", "/api/import", Self.csv(4_000), type: "text/csv")
                try await Growth.wait(for: wal, beyond: 200_000)
                let start = ContinuousClock.now
                server.process.terminate()
                #expect(try await imported.status == 200)
                #expect(await server.status() == 0)
                #expect(ContinuousClock.now - start < .seconds(5))
                let inventory = try SQLiteInventory(path: folder.appending(path: "nestory.db").path)
                #expect(try await inventory.items(ItemQuery()).total == 4_000)
                try await inventory.close()
            }
        }

        @Test func `SIGTERM ends with 0 within five seconds although clients hold half a request`()
            async throws
        {
            try await Program.inFolder { folder in
                let server = try await ServerProcess(in: folder)
                let client = Process()
                client.executableURL = URL(filePath: "/bin/bash")
                let head =
                    #"POST /api/import HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/csv\r\nContent-Length: 99\r\n\r\nname"#
                client.arguments = [
                    "-c",
                    "exec 3<>/dev/tcp/127.0.0.1/\(server.port) 4<>/dev/tcp/127.0.0.1/\(server.port); printf '\(head)' >&3; echo; cat <&4",
                ]
                let connected = Pipe()
                client.standardOutput = connected
                try client.run()
                #expect(connected.fileHandleForReading.arrived().count == 1)
                #expect(try await server.count() == "0")
                let start = ContinuousClock.now
                server.process.terminate()
                #expect(await server.status() == 0)
                #expect(ContinuousClock.now - start < .seconds(5))
                client.terminate()
                client.waitUntilExit()
            }
        }
    }
}
