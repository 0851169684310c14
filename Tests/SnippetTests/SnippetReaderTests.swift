import Testing

/// The comparison itself finds what it should.
@Suite struct SnippetReaderTests {
    @Test func `a snippet is read without its indentation`() throws {
        let source = """
            struct Suite {
                // snippet: one
                func f() {
                    g()

                }
                // snippet end
            }
            """
        #expect(
            try Snippet.read(source, file: "F.swift")
                == [Snippet(name: "one", lines: ["func f() {", "    g()", "", "}"], file: "F.swift")])
    }

    @Test func `parts of one name are joined in their order`() {
        let parts = [
            Snippet(name: "a", lines: ["1"], file: "F.swift"),
            Snippet(name: "b", lines: ["2"], file: "F.swift"),
            Snippet(name: "a", lines: ["3"], file: "F.swift"),
        ]
        #expect(
            Snippet.joined(parts) == [
                Snippet(name: "a", lines: ["1", "", "3"], file: "F.swift"),
                Snippet(name: "b", lines: ["2"], file: "F.swift"),
            ])
    }

    @Test(arguments: ["// snippet: a", "// snippet end", "// snippet: a\n// snippet: b\n// snippet end"])
    func `marks that do not pair are refused`(source: String) {
        #expect(throws: Snippet.MarkError.self) { try Snippet.read(source, file: "F.swift") }
    }

    @Test func `a block is found with what the line before says`() {
        let text = """
            <!-- snippet: one -->
            ```swift
            a
            ```
            <!-- not compiled: not ours -->
            ```swift
            ```

            ```swift
            b
            ```
            """
        #expect(
            Document(text, name: "D.md").blocks == [
                Document.Block(origin: .snippet("one"), range: 2..<3),
                Document.Block(origin: .notCompiled(reason: "not ours"), range: 6..<6),
                Document.Block(origin: .unknown, range: 9..<10),
            ])
    }

    @Test func `updating writes the compiled lines and leaves the rest`() {
        var document = Document("# T\n<!-- snippet: one -->\n```swift\nold\n```\nend", name: "D.md")
        document.update(from: ["one": Snippet(name: "one", lines: ["new", "newer"], file: "F.swift")])
        #expect(document.lines == ["# T", "<!-- snippet: one -->", "```swift", "new", "newer", "```", "end"])
    }
}
