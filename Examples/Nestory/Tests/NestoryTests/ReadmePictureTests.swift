import Foundation
import Testing

@Suite struct ReadmePictureTests {
    @Test func `the README shows what nestory graph prints`() async throws {
        let root = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL
        let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
        try await Program.inFolder { folder in
            let graph = try await Program.run("graph", in: folder)
            #expect(graph.status == 0 && graph.errors.isEmpty)
            #expect(readme.contains("```mermaid\n" + graph.output + "```"))
        }
    }
}
