import Foundation

/// A Markdown file, by its lines.
///
/// Before every block of Swift stands a line that says where it comes from: `<!-- snippet: name -->`, or
/// `<!-- not compiled: reason -->` for what is not ours or is wrong on purpose.
struct Document {
    /// A block of Swift in a document.
    struct Block: Equatable {
        /// What the line before the block says.
        enum Origin: Equatable {
            case snippet(String)
            case notCompiled(reason: String)
            case unknown
        }

        let origin: Origin
        /// The lines between the fences, by their indices in the document.
        let range: Range<Int>
    }

    let name: String
    var lines: [String]

    init(_ text: String, name: String) {
        self.name = name
        lines = text.components(separatedBy: "\n")
    }

    /// The blocks of Swift from top to bottom.
    var blocks: [Block] {
        var blocks: [Block] = []
        var start: Int?
        for (index, line) in lines.enumerated() {
            if line == "```swift" {
                start = index
            } else if line == "```", let first = start {
                blocks.append(Block(origin: origin(before: first), range: first + 1..<index))
                start = nil
            }
        }
        return blocks
    }

    private func origin(before fence: Int) -> Block.Origin {
        guard fence > 0 else { return .unknown }
        let line = lines[fence - 1]
        if let name = line.mark("snippet") { return .snippet(name) }
        if let reason = line.mark("not compiled") { return .notCompiled(reason: reason) }
        return .unknown
    }

    /// Writes the compiled text into every block that has a snippet.
    mutating func update(from snippets: [String: Snippet]) {
        for block in blocks.reversed() {
            guard case .snippet(let name) = block.origin, let snippet = snippets[name] else { continue }
            lines.replaceSubrange(block.range, with: snippet.lines)
        }
    }
}

extension String {
    /// What an HTML comment says after a word and a colon.
    fileprivate func mark(_ word: String) -> String? {
        guard hasPrefix("<!-- \(word): "), hasSuffix(" -->") else { return nil }
        return String(dropFirst("<!-- \(word): ".count).dropLast(" -->".count))
    }
}
