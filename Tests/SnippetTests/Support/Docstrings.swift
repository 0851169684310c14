/// The examples in the documentation of declarations.
enum Docstrings {
    struct Example: Equatable {
        /// The line of the fence, from one.
        let line: Int
        let text: [String]
    }

    /// The blocks of Swift in the documentation comments of a source file.
    static func examples(in lines: [String]) -> [Example] {
        var examples: [Example] = []
        var start: Int?
        for (index, line) in lines.enumerated() {
            let text = line.drop { $0 == " " }
            guard text.hasPrefix("///") else { continue }
            let comment = text.dropFirst("///".count).drop { $0 == " " }
            if comment.hasPrefix("```swift") {
                start = index
            } else if comment.hasPrefix("```"), let first = start {
                let block = lines[first + 1..<index].map { line in
                    String(line.drop { $0 == " " }.dropFirst("///".count))
                }
                examples.append(Example(line: first + 1, text: Snippet.withoutSharedIndentation(block)))
                start = nil
            }
        }
        return examples
    }
}

/// The text of sources, in which runs of lines are looked up whatever their indentation is.
struct CompiledText {
    /// Where each line occurs, by its text without indentation.
    private var places: [String: [(source: Int, line: Int)]] = [:]
    private let sources: [[String]]

    init(_ sources: [[String]]) {
        self.sources = sources
        for (source, lines) in sources.enumerated() {
            for (line, text) in lines.enumerated() {
                places[String(text.drop { $0 == " " }), default: []].append((source, line))
            }
        }
    }

    /// Whether the lines stand together in one source. Lines that mark snippets do not count.
    func contains(_ lines: [String]) -> Bool {
        guard let first = lines.first else { return false }
        return places[first, default: []].contains { place in
            let rest = sources[place.source][place.line...].prefix(lines.count)
            return rest.count == lines.count && Snippet.withoutSharedIndentation(Array(rest)) == lines
        }
    }
}
