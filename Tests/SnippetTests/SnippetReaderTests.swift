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
            *Not compiled: not ours*
            ```swift
            ```

            ```swift
            b
            ```
            """
        #expect(
            Document(text, name: "D.md").blocks == [
                Document.Block(origin: .snippet("one"), language: "swift", range: 2..<3, indentation: 0),
                Document.Block(
                    origin: .notCompiled(reason: "not ours"), language: "swift", range: 6..<6, indentation: 0),
                Document.Block(origin: .unknown, language: "swift", range: 9..<10, indentation: 0),
            ])
    }

    @Test(
        arguments: [
            "  ```swift\n  a\n  ```", "````Swift\na\n````", "~~~ swift\na\n~~~", "``` swift, x\na\n```", "```swift\na",
        ])
    func `a block is found however its fence is written`(text: String) throws {
        let block = try #require(Document(text, name: "D.md").blocks.first)
        #expect(block.origin == .unknown)
        #expect(Document(text, name: "D.md").text(of: block) == ["a"])
    }

    @Test func `a fence inside a longer one is text`() {
        #expect(Document("````md\n```swift\na\n```\n````", name: "D.md").blocks == [])
    }

    @Test func `a page says once that its blocks are not compiled`() {
        let text = "*The Swift blocks below are not compiled: wrong on purpose.*\n\n```swift\na\n```"
        #expect(Document(text, name: "D.md").blocks.map(\.origin) == [.notCompiled(reason: "wrong on purpose.")])
    }

    @Test func `a part may belong to several snippets`() throws {
        let source = "// snippet: a, b\n1\n// snippet end\n// snippet: b\n2\n// snippet end"
        #expect(
            Snippet.joined(try Snippet.read(source, file: "F.swift")) == [
                Snippet(name: "a", lines: ["1"], file: "F.swift"),
                Snippet(name: "b", lines: ["1", "", "2"], file: "F.swift"),
            ])
    }

    @Test func `output is what the comments beside and below a print say`() {
        let lines = ["print(a)  // one", "let b = 1  // not output", "print(b)", "// two", "// three", "", "// no"]
        #expect(Snippet(name: "a", lines: lines, file: "F.swift").shownOutput == ["one", "two", "three"])
    }

    @Test func `an example of a docstring is found, and looked up whatever its indentation`() {
        let source = ["    /// ```swift", "    /// a {", "    ///     b", "    /// }", "    /// ```"]
        #expect(Docstrings.examples(in: source) == [Docstrings.Example(line: 1, text: ["a {", "    b", "}"])])
        let compiled = CompiledText([["x", "        a {", "            b", "        }"]])
        #expect(compiled.contains(["a {", "    b", "}"]))
        #expect(!compiled.contains(["a {", "    c", "}"]))
        #expect(!compiled.contains(["a {", "b", "}"]))
    }

    @Test func `updating writes the compiled lines and leaves the rest`() {
        var document = Document("# T\n<!-- snippet: one -->\n```swift\nold\n```\nend", name: "D.md")
        document.update(from: ["one": Snippet(name: "one", lines: ["new", "newer"], file: "F.swift")])
        #expect(document.lines == ["# T", "<!-- snippet: one -->", "```swift", "new", "newer", "```", "end"])
    }
}
