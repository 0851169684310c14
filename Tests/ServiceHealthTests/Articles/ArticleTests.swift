import Foundation
import Testing

/// Every Swift snippet of an article is compiled: it stands, line by line, in the file of the same name
/// beside this one.
@Suite struct ArticleTests {
    static let articles = [
        "HealthAndDegradation", "ChoosingPolicies", "WritingAFallbackThatDoesNotLie", "TestingFailure",
    ]

    @Test(arguments: articles) func `the snippets of an article are compiled`(name: String) throws {
        let here = URL(filePath: #filePath).deletingLastPathComponent()
        let root = here.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let article = try lines(
            root.appending(path: "Sources/ServiceHealth/ServiceHealth.docc/Articles/\(name).md"))
        let compiled = try lines(here.appending(path: "\(name).swift")).joined(separator: "\n")
        let snippets = article.split(separator: "```swift").dropFirst().map { $0.prefix { $0 != "```" } }
        #expect(!snippets.isEmpty)
        for snippet in snippets {
            #expect(compiled.contains(snippet.joined(separator: "\n")), "\(snippet.first ?? "")")
        }
    }

    private func lines(_ file: URL) throws -> [String] {
        try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.trimmingCharacters(in: .whitespaces) }
    }
}
