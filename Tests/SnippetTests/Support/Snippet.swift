import Foundation

/// A piece of source in this test target that a document shows.
///
/// It stands between `// snippet: name` and `// snippet end`, and is compiled, and mostly run, where it stands. One in
/// several parts has declarations outside of the function that uses them.
struct Snippet: Equatable {
    let name: String
    /// The lines without the indentation that all of them share.
    let lines: [String]
    let file: String
}

extension Snippet {
    /// What is wrong with the marks in a source file.
    struct MarkError: Error, CustomStringConvertible {
        let description: String
    }

    /// Reads the snippets of one source file.
    static func read(_ source: String, file: String) throws -> [Snippet] {
        var snippets: [Snippet] = []
        var name: String?
        var lines: [String] = []
        for (index, line) in source.components(separatedBy: "\n").enumerated() {
            let text = line.trimmingCharacters(in: .whitespaces)
            if text.hasPrefix("// snippet: ") {
                guard name == nil else {
                    throw MarkError(description: "\(file):\(index + 1): the last one has no end")
                }
                name = String(text.dropFirst("// snippet: ".count))
                lines = []
            } else if text == "// snippet end" {
                guard let ended = name else {
                    throw MarkError(description: "\(file):\(index + 1): nothing to end")
                }
                snippets.append(Snippet(name: ended, lines: withoutSharedIndentation(lines), file: file))
                name = nil
            } else if name != nil {
                lines.append(line)
            }
        }
        if let name { throw MarkError(description: "\(file): snippet '\(name)' has no end") }
        return snippets
    }

    /// Joins parts of the same name, with an empty line between them.
    static func joined(_ parts: [Snippet]) -> [Snippet] {
        var joined: [Snippet] = []
        for part in parts {
            if let index = joined.firstIndex(where: { $0.name == part.name }) {
                let lines = joined[index].lines + [""] + part.lines
                joined[index] = Snippet(name: part.name, lines: lines, file: part.file)
            } else {
                joined.append(part)
            }
        }
        return joined
    }

    private static func withoutSharedIndentation(_ lines: [String]) -> [String] {
        let shared = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
        return lines.map { String($0.dropFirst(shared)) }
    }
}
