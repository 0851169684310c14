import Foundation
import Testing

/// The articles show what is compiled: every block of code in them is a snippet of this folder, and the other way
/// around. The numbers of lines they speak of are counted here.
@Suite struct ArticleTests {
    private static let snippetFolder = URL(filePath: #filePath).deletingLastPathComponent()
    private static let articleFolder = snippetFolder.appending(
        path: "../../../Sources/ServicePresentation/ServicePresentation.docc/Articles")

    static let articles = ["ActionsAndPhases", "Forms", "ShowingErrors", "WithReducers", "WithSwiftUI"]

    private static func lines(of article: String) throws -> [String] {
        let text = try String(contentsOf: articleFolder.appending(path: "\(article).md"), encoding: .utf8)
        return text.components(separatedBy: "\n")
    }

    /// The blocks of code of an article, and after each the text up to the next.
    private static func blocks(of article: String) throws -> [(code: [String], text: String)] {
        let parts = try lines(of: article).split(separator: "```swift")
        return parts.dropFirst().map { part in
            (Array(part.prefix { $0 != "```" }), part.drop { $0 != "```" }.joined(separator: "\n"))
        }
    }

    /// The snippets of this folder, without their common indentation.
    private static func snippets() throws -> [String: [String]] {
        var snippets: [String: [String]] = [:]
        for file in try FileManager.default.contentsOfDirectory(atPath: snippetFolder.path()) {
            var name: String?
            let text = try String(contentsOf: snippetFolder.appending(path: file), encoding: .utf8)
            for line in text.components(separatedBy: "\n") {
                let trimmed = line.trimmingCharacters(in: .whitespaces)
                if trimmed.hasPrefix("// snippet: ") {
                    name = String(trimmed.dropFirst("// snippet: ".count))
                } else if trimmed == "// end" {
                    name = nil
                } else if let name {
                    snippets[name, default: []].append(line)
                }
            }
        }
        return snippets.mapValues { lines in
            let indents = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }
            return lines.map { String($0.dropFirst(indents.min() ?? 0)) }
        }
    }

    @Test(arguments: articles) func `every block of code in an article is compiled`(article: String) throws {
        let snippets = try Set(Self.snippets().values)
        let blocks = try Self.blocks(of: article)
        #expect(!blocks.isEmpty)
        for block in blocks {
            #expect(snippets.contains(block.code), "\(block.code.joined(separator: "\n"))")
        }
    }

    @Test func `every snippet is in an article`() throws {
        let shown = try Set(Self.articles.flatMap { try Self.blocks(of: $0).map(\.code) })
        let snippets = try Self.snippets()
        #expect(snippets.count >= 20)
        for (name, code) in snippets { #expect(shown.contains(code), "\(name)") }
    }

    @Test(arguments: articles) func `every article is checked, and its numbers of lines are counted`(
        article: String
    ) throws {
        let blocks = try Self.blocks(of: article)
        for (byHand, with) in zip(blocks, blocks.dropFirst()) {
            guard let match = with.text.firstMatch(of: /By hand: (\d+) lines\. With [a-z ]+: (\d+) lines\./)
            else { continue }
            #expect(Int(match.1) == byHand.code.filter { !$0.isEmpty }.count)
            #expect(Int(match.2) == with.code.filter { !$0.isEmpty }.count)
        }
        let claims = try Self.lines(of: article).filter { $0.hasPrefix("By hand: ") }.count
        let checked = blocks.dropFirst().count { $0.text.contains("By hand: ") }
        #expect(claims == checked)
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.articleFolder.path())
        #expect(files.sorted() == Self.articles.map { "\($0).md" })
    }
}
