import Foundation
import Testing

extension ProcessTests {
    /// Commands that read, while changes are kept on this device.
    @Suite struct KeptCommandTests {
        /// Leaves an inventory with one item, and an outbox with another.
        private static func prepare(_ folder: URL, outbox: String? = nil) async throws {
            let server = try await ServerProcess(
                ["--chaos"] + (outbox.map { ["--outbox", $0] } ?? []), in: folder)
            func send(_ method: String, _ path: String, _ json: String) async throws -> Int {
                try await server.send(method, path, Data(json.utf8), type: "application/json").status
            }
            #expect(try await send("POST", "/api/items", #"{"name": "Lamp"}"#) == 201)
            #expect(try await send("PUT", "/api/chaos/inventory", #"{"faults": [{"error": 1.0}]}"#) == 200)
            #expect(try await send("POST", "/api/items", #"{"name": "Chair"}"#) == 202)
            await server.stop()
        }

        @Test func `list, export and report say what they are without`() async throws {
            try await Program.inFolder { folder in
                try await Self.prepare(folder)
                let words = "Without 1 change that is saved on this device, and not yet in the inventory.\n"
                for command in ["list", "export", "report"] {
                    let result = try await Program.run(command, in: folder)
                    #expect(result.status == 0 && result.errors == words, "\(command): \(result.errors)")
                    #expect(result.output.contains("Lamp") && !result.output.contains("Chair"))
                }
                #expect(try await Program.run("report", in: folder).output.contains("Without 1 change that is saved"))
                // They deliver nothing, and keep it.
                let server = try await ServerProcess(in: folder)
                try await server.untilDelivered()
                #expect(try await server.count() == "2")
                await server.stop()
                #expect(try await Program.run("list", in: folder).errors.isEmpty)
            }
        }

        @Test func `another file is named, and one that cannot be read is told`() async throws {
            try await Program.inFolder { folder in
                try await Self.prepare(folder, outbox: "elsewhere")
                #expect(try await Program.run("list", in: folder).errors.isEmpty)
                let named = try await Program.run("list", "--outbox", "elsewhere", in: folder)
                #expect(named.errors.contains("Without 1 change"))
                _ = try folder.write(String(repeating: "A", count: 5000), as: "damaged")
                let damaged = try await Program.run("report", "--outbox", "damaged", in: folder)
                #expect(damaged.status == 0 && damaged.errors.contains("damaged cannot be read"))
            }
        }

        @Test func `a server whose outbox is damaged starts, and says what to do`() async throws {
            try await Program.inFolder { folder in
                _ = try folder.write(String(repeating: "A", count: 5000), as: "nestory.db-outbox")
                let server = try await ServerProcess(in: folder)
                #expect(try await server.add("Lamp").status == 201)
                #expect(try await server.get("/services").text.contains("on this device cannot be read"))
                await server.stop()
                let kept = try String(contentsOf: folder.appending(path: "nestory.db-outbox"), encoding: .utf8)
                #expect(kept == String(repeating: "A", count: 5000))
            }
        }
    }
}
