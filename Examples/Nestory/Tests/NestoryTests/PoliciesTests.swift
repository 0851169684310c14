import Foundation
import Testing

extension ProcessTests {
    /// `serve --config`, and the variables that win over the file.
    @Suite struct PoliciesTests {
        private static let variable = "NESTORY_POLICY_INVENTORY_ATTEMPT_TIMEOUT"

        /// Whether reads that take a second are given up: then the last known items answer, with their age.
        private static func givesUp(_ server: ServerProcess) async throws -> Bool {
            #expect(try await server.add("Lamp").status == 201)
            let faults = Data(#"{"faults": [{"latency": 1.0}]}"#.utf8)
            let disturbed = try await server.send("PUT", "/api/chaos/inventory", faults, type: "application/json")
            #expect(disturbed.status == 200)
            let items = try await server.get("/api/items")
            #expect(items.status == 200)
            await server.stop()
            return items.age != nil
        }

        @Test func `a timeout that was changed in a file takes effect, and a variable wins over it`() async throws {
            try await Program.inFolder { folder in
                let arguments = ["--chaos", "--config", "policies.json"]
                _ = try folder.write(#"{"inventory": {"attemptTimeout": "50ms"}}"#, as: "policies.json")
                let quick = try await ServerProcess(arguments, in: folder)
                #expect(try await Self.givesUp(quick))
                let patient = try await ServerProcess(arguments, environment: [Self.variable: "1m"], in: folder)
                #expect(try await !Self.givesUp(patient))
            }
        }

        @Test func `a wrong value is refused with one sentence, before anything is made`() async throws {
            try await Program.inFolder { folder in
                _ = try folder.write(#"{"currency": {"attemptTimeout": 5}}"#, as: "policies.json")
                let file = try await Program.run(
                    ["serve", "--port", "0", "--config", "policies.json"], in: folder)
                #expect(file.status == 1 && file.output.isEmpty)
                #expect(
                    file.errors == """
                        nestory: policies.json: currency.attemptTimeout has no unit: write '5s' or '5ms' instead of '5'.

                        """)
                let variable = try await Program.run(
                    ["serve", "--port", "0"], environment: [Self.variable: "0s"], in: folder)
                #expect(variable.status == 1)
                #expect(variable.errors == "nestory: \(Self.variable) must be above zero, but is 0.0 seconds.\n")
                #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "nestory.db").path))
            }
        }
    }
}
