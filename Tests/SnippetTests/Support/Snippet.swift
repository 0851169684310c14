import Foundation

/// A piece of source in this test target that a document shows.
///
/// It stands between `// snippet: name` and `// snippet end`, and is compiled, and mostly run, where it stands. One in
/// several parts has declarations outside of the function that uses them. A part of several snippets stands under all their
/// names, separated by commas.
struct Snippet: Equatable {
    let name: String
    /// The lines without the indentation that all of them share.
    let lines: [String]
    let file: String
}

extension Snippet {
    /// What it prints, as its comments say: those behind a `print`, and those on the lines below one.
    var shownOutput: [String] {
        var output: [String] = []
        var follows = false
        for line in lines {
            let text = line.trimmingCharacters(in: .whitespaces)
            if text.hasPrefix("print(") {
                follows = true
                if let comment = text.range(of: "  // ") { output.append(String(text[comment.upperBound...])) }
            } else if follows, text.hasPrefix("// ") {
                output.append(String(text.dropFirst("// ".count)))
            } else {
                follows = false
            }
        }
        return output
    }

    /// What is wrong with the marks in a source file.
    struct MarkError: Error, CustomStringConvertible {
        let description: String
    }

    /// Reads the snippets of one source file.
    static func read(_ source: String, file: String) throws -> [Snippet] {
        var snippets: [Snippet] = []
        var names: [String]?
        var lines: [String] = []
        for (index, line) in source.components(separatedBy: "\n").enumerated() {
            let text = line.trimmingCharacters(in: .whitespaces)
            if text.hasPrefix("// snippet: ") {
                guard names == nil else {
                    throw MarkError(description: "\(file):\(index + 1): the last one has no end")
                }
                names = text.dropFirst("// snippet: ".count).components(separatedBy: ", ")
                lines = []
            } else if text == "// snippet end" {
                guard let ended = names else {
                    throw MarkError(description: "\(file):\(index + 1): nothing to end")
                }
                let text = withoutSharedIndentation(lines)
                snippets += ended.map { Snippet(name: $0, lines: text, file: file) }
                names = nil
            } else if names != nil {
                lines.append(line)
            }
        }
        if let names { throw MarkError(description: "\(file): snippet '\(names.joined(separator: ", "))' has no end") }
        return snippets
    }

    /// Joins parts of the same name, with an empty line between them.
    static func joined(_ parts: [Snippet]) -> [Snippet] {
        var joined: [Snippet] = []
        for part in parts {
            if let index = joined.firstIndex(where: { $0.name == part.name }) {
                let before = joined[index].lines
                let lines = before + (before.last == "" ? [] : [""]) + part.lines
                joined[index] = Snippet(name: part.name, lines: lines, file: part.file)
            } else {
                joined.append(part)
            }
        }
        return joined
    }

    static func withoutSharedIndentation(_ lines: [String]) -> [String] {
        let shared = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
        return lines.map { String($0.dropFirst(shared)) }
    }
}
