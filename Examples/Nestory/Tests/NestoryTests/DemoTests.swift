import Testing

extension ProcessTests {
    @Suite struct DemoTests {
        @Test func `the demonstration shows an outage, loses nothing and ends well`() async throws {
            try await Program.inFolder { folder in
                let demo = try await Program.run("demo", in: folder)
                #expect(demo.status == 0, "\(demo.output)\(demo.errors)")
                let lines = demo.output.split(separator: "\n").map(String.init)
                #expect(lines.contains { $0.contains("replaced by garbage") })
                #expect(lines.contains { $0.contains("last known") && $0.contains("refused") })
                #expect(lines.contains { $0.contains("missing") && $0.contains("analytics") })
                #expect(lines.contains { $0.hasSuffix("saved    there    -") })
                #expect(lines.last?.contains("all but 0 of them in the file, and 0 others") == true)
                // A pipe gets no colours.
                #expect(!demo.output.contains("\u{1B}") && demo.errors.isEmpty)
            }
        }
    }
}
