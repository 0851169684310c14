import Foundation
import Testing

/// What the documents show is what this target compiles.
///
/// `make snippets` writes the compiled text into the documents.
@Suite(.serialized) struct DocumentTests {
    @Test(
        .enabled(if: ProcessInfo.processInfo.environment["UPDATE_SNIPPETS"] != nil, "make snippets does this")
    )
    func `the documents take over the compiled text`() throws {
        let snippets = try Self.snippetsByName()
        for path in try Repository.documentPaths() {
            var document = try Repository.document(path)
            let before = document.lines
            document.update(from: snippets)
            if document.lines != before { try Repository.write(document) }
        }
    }

    @Test(arguments: try Repository.documentPaths())
    func `every block of Swift is the compiled text of its snippet`(path: String) throws {
        let snippets = try Self.snippetsByName()
        let document = try Repository.document(path)
        for block in document.blocks {
            let place = "\(path):\(block.range.lowerBound)"
            switch block.origin {
            case .unknown:
                Issue.record(
                    "\(place): the line before must say <!-- snippet: name --> or <!-- not compiled: reason -->"
                )
            case .notCompiled(let reason):
                #expect(!reason.isEmpty, "\(place)")
            case .snippet(let name):
                let snippet = try #require(snippets[name], "\(place): there is no snippet '\(name)'")
                #expect(Array(document.lines[block.range]) == snippet.lines, "\(place): run make snippets")
            }
        }
    }

    @Test func `every snippet has a name of its own and is shown somewhere`() throws {
        let names = try Repository.snippets().map(\.name)
        #expect(Set(names).count == names.count)
        var shown: Set<String> = []
        for path in try Repository.documentPaths() {
            for case .snippet(let name) in try Repository.document(path).blocks.map(\.origin) {
                shown.insert(name)
            }
        }
        let unused = Set(names).subtracting(shown)
        #expect(unused == [])
    }

    @Test func `what is not compiled stays the exception`() throws {
        let origins = try Repository.documentPaths().flatMap {
            try Repository.document($0).blocks.map(\.origin)
        }
        let exceptions = origins.filter { if case .notCompiled = $0 { true } else { false } }
        #expect(!origins.isEmpty)
        #expect(exceptions.count * 5 <= origins.count, "at most one block in five")
    }

    @Test(arguments: ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"])
    func `every link to a file leads to one`(path: String) throws {
        let text = try Repository.document(path).lines.joined(separator: "\n")
        let targets = text.matches(of: /\]\(([^)#]+)\)/).map { String($0.1) }.filter { !$0.contains("://") }
        let missing = targets.filter { !Repository.has($0) }
        #expect(missing == [])
    }

    @Test func `every suite that the README names is there`() throws {
        let text = try Repository.document("README.md").lines.joined(separator: "\n")
        let named = Set(text.matches(of: /`([A-Za-z]+Tests)`/).map { String($0.1) })
        let targets: Set = [
            "SnippetTests", "ServiceHealthTests", "ServiceLifecycleAdapterTests", "ServiceModelTests",
            "ServiceOutboxTests",
            "ServicePresentationTests", "ServiceTestingTests",
        ]
        #expect(named.count > 15)
        let missing = named.subtracting(try Repository.testFileNames()).subtracting(targets)
        #expect(missing == [])
        #expect(targets.filter { !Repository.has("Tests/\($0)") } == [])
    }

    private static func snippetsByName() throws -> [String: Snippet] {
        Dictionary(try Repository.snippets().map { ($0.name, $0) }) { first, _ in first }
    }
}
