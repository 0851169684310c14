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
        for path in try RepositoryFiles.documentPaths() {
            var document = try RepositoryFiles.document(path)
            let before = document.lines
            document.update(from: snippets)
            if document.lines != before { try RepositoryFiles.write(document) }
        }
        for (name, snippet) in snippets where name.hasPrefix("tutorial-") {
            try RepositoryFiles.write(snippet.lines + [""], to: "Documentation/Site.docc/Resources/\(name).swift")
        }
    }

    @Test(arguments: try RepositoryFiles.documentPaths())
    func `every block of Swift is the compiled text of its snippet`(path: String) throws {
        let snippets = try Self.snippetsByName()
        let document = try RepositoryFiles.document(path)
        for block in document.blocks {
            let place = "\(path):\(block.range.lowerBound)"
            switch block.origin {
            case .unknown:
                Issue.record(
                    "\(place): the line before must say <!-- snippet: name --> or *Not compiled: reason*"
                )
            case .notCompiled(let reason):
                #expect(reason.count >= 20, "\(place): say why, in a sentence")
            case .snippet(let name):
                let snippet = try #require(snippets[name], "\(place): there is no snippet '\(name)'")
                #expect(document.text(of: block) == snippet.lines, "\(place): run make snippets")
            }
        }
    }

    @Test(arguments: try RepositoryFiles.documentPaths())
    func `a block without a language has no Swift in it`(path: String) throws {
        let document = try RepositoryFiles.document(path)
        for block in document.fences where block.language.isEmpty {
            let swift = document.text(of: block).filter {
                $0.contains(#/^\s*(import|let|var|func|struct|final class|actor|@[A-Z]\w*) /#)
            }
            #expect(swift == [], "\(path):\(block.range.lowerBound): write ```swift")
        }
    }

    @Test func `the tutorial shows the compiled text`() throws {
        let snippets = try Self.snippetsByName().filter { $0.key.hasPrefix("tutorial-") }
        let paths = try RepositoryFiles.tutorialPaths()
        #expect(
            Set(paths) == Set(snippets.keys.map { "Documentation/Site.docc/Resources/\($0).swift" }),
            "run make snippets")
        let tutorial = try RepositoryFiles.lines(of: "Documentation/Site.docc/Tutorials/StayUp.tutorial")
        for path in paths {
            let file = String(path.split(separator: "/").last ?? "")
            let snippet = try #require(snippets[String(file.dropLast(".swift".count))], "\(path)")
            #expect(try RepositoryFiles.lines(of: path) == snippet.lines + [""], "\(path): run make snippets")
            #expect(tutorial.contains { $0.contains("file: \(file)") }, "\(path): no step shows it")
        }
    }

    @Test func `a snippet that shows output is run, and what it prints is compared`() throws {
        let sources = try RepositoryFiles.snippetPaths().map {
            try RepositoryFiles.lines(of: $0).joined(separator: "\n")
        }
        for snippet in try RepositoryFiles.snippets() where !snippet.shownOutput.isEmpty {
            #expect(
                sources.contains { $0.contains("expectOutput(of: \"\(snippet.name)\")") },
                "\(snippet.file): call expectOutput(of: \"\(snippet.name)\") around it")
        }
    }

    @Test(arguments: try RepositoryFiles.sourcePaths())
    func `every example of a docstring stands in a test as it is`(path: String) throws {
        let lines = try RepositoryFiles.lines(of: path)
        for example in Docstrings.examples(in: lines) {
            #expect(
                try Self.compiled.get().contains(example.text),
                "\(path):\(example.line): no file under Tests has these lines:\n\(example.text.joined(separator: "\n"))"
            )
        }
    }

    @Test func `every snippet has a name of its own and is shown somewhere`() throws {
        let names = try RepositoryFiles.snippets().map(\.name)
        #expect(Set(names).count == names.count)
        var shown: Set<String> = []
        for path in try RepositoryFiles.documentPaths() {
            for case .snippet(let name) in try RepositoryFiles.document(path).blocks.map(\.origin) {
                shown.insert(name)
            }
        }
        shown.formUnion(names.filter { $0.hasPrefix("tutorial-") || $0.hasPrefix("docstring") })
        let unused = Set(names).subtracting(shown)
        #expect(unused == [])
    }

    @Test func `what is not compiled stays the exception`() throws {
        // The doctor's pages are made of examples that are wrong on purpose, and are counted apart.
        let paths = try RepositoryFiles.documentPaths().filter { !$0.contains("/Documentation/Rules/") }
        let origins = try paths.flatMap { try RepositoryFiles.document($0).blocks.map(\.origin) }
        let exceptions = origins.filter { if case .notCompiled = $0 { true } else { false } }
        #expect(!origins.isEmpty)
        #expect(exceptions.count * 5 <= origins.count, "at most one block in five")
    }

    @Test(arguments: ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"])
    func `every link to a file leads to one`(path: String) throws {
        let text = try RepositoryFiles.document(path).lines.joined(separator: "\n")
        let targets = text.matches(of: /\]\(([^)#]+)\)/).map { String($0.1) }.filter { !$0.contains("://") }
        let missing = targets.filter { !RepositoryFiles.has($0) }
        #expect(missing == [])
    }

    @Test(arguments: [
        "Service/Service.docc/Articles/BestPractices", "Service/Service.docc/Articles/LayersAndTheirRules",
        "ServiceHealth/ServiceHealth.docc/Articles/DeploymentChecklist",
        "ServiceHealth/ServiceHealth.docc/Articles/LoggingByCategory",
        "ServicePresentation/ServicePresentation.docc/Articles/PreviewsAndStorage",
    ])
    func `every rule that an article names is one of the doctor`(article: String) throws {
        let text = try RepositoryFiles.document("Sources/\(article).md").lines.joined(separator: "\n")
        let named = Set(text.matches(of: /`([a-z]+_[a-z_]+)`/).map { String($0.1) })
            .filter { !$0.hasPrefix("service_health_") }
        #expect(!named.isEmpty)
        let unknown = named.filter { !RepositoryFiles.has("Tools/ServiceDoctor/Documentation/Rules/\($0).md") }
        #expect(unknown == [])
    }

    @Test func `every suite that the README names is there`() throws {
        let text = try RepositoryFiles.document("README.md").lines.joined(separator: "\n")
        let named = Set(text.matches(of: /`([A-Za-z]+Tests)`/).map { String($0.1) })
        let targets: Set = [
            "SnippetTests", "ServiceHealthTests", "ServiceLifecycleAdapterTests", "ServiceModelTests",
            "ServicePresentationTests", "ServiceTestingTests",
        ]
        #expect(named.count > 15)
        let missing = named.subtracting(try RepositoryFiles.testFileNames()).subtracting(targets)
        #expect(missing == [])
        #expect(targets.filter { !RepositoryFiles.has("Tests/\($0)") } == [])
    }

    /// The compiled text, once for all examples of docstrings.
    private static let compiled = Result { CompiledText(try RepositoryFiles.testSources()) }

    private static func snippetsByName() throws -> [String: Snippet] {
        Dictionary(try RepositoryFiles.snippets().map { ($0.name, $0) }) { first, _ in first }
    }
}
