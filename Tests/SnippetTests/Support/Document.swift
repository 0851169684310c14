import Foundation

/// A Markdown file, by its lines.
///
/// The line before a block of Swift says where it comes from: `<!-- snippet: name -->`, or `*Not compiled: reason*`, which
/// readers see, for what is not ours or is wrong on purpose. A page that is made of such blocks says it once, above them, with
/// `*The Swift blocks below are not compiled: reason*`.
struct Document {
    /// A fenced block of a document.
    struct Block: Equatable {
        /// What the line before the block says.
        enum Origin: Equatable {
            case snippet(String)
            case notCompiled(reason: String)
            case unknown
        }

        let origin: Origin
        /// The word after the fence, in small letters; empty without one.
        let language: String
        /// The lines between the fences, by their indices in the document.
        let range: Range<Int>
        /// The spaces before the fence, which the lines inside have as well.
        let indentation: Int
    }

    let name: String
    var lines: [String]

    init(_ text: String, name: String) {
        self.name = name
        lines = text.components(separatedBy: "\n")
    }

    /// The fenced blocks of any language, from top to bottom. One without an end reaches to the end of the document.
    var fences: [Block] {
        var blocks: [Block] = []
        var open: (index: Int, fence: Fence)?
        var pageReason: String?
        func close(at end: Int) {
            guard let (index, fence) = open else { return }
            var origin = origin(before: index)
            if origin == .unknown, let pageReason { origin = .notCompiled(reason: pageReason) }
            blocks.append(
                Block(
                    origin: origin, language: fence.language, range: index + 1..<end, indentation: fence.indentation))
            open = nil
        }
        for (index, line) in lines.enumerated() {
            if let first = open {
                if first.fence.isClosed(by: line) { close(at: index) }
            } else if let fence = Fence(line) {
                open = (index, fence)
            } else if let reason = line.between("*The Swift blocks below are not compiled: ", "*") {
                pageReason = reason
            }
        }
        close(at: lines.count)
        return blocks
    }

    /// The blocks of Swift.
    var blocks: [Block] { fences.filter { $0.language == "swift" } }

    /// The lines of a block, without the indentation of its fence.
    func text(of block: Block) -> [String] {
        lines[block.range].map { line in
            String(line.dropFirst(min(block.indentation, line.prefix { $0 == " " }.count)))
        }
    }

    private func origin(before fence: Int) -> Block.Origin {
        guard fence > 0 else { return .unknown }
        let line = lines[fence - 1].trimmingCharacters(in: .whitespaces)
        if let name = line.between("<!-- snippet: ", " -->") { return .snippet(name) }
        if let reason = line.between("*Not compiled: ", "*") { return .notCompiled(reason: reason) }
        return .unknown
    }

    /// Writes the compiled text into every block that has a snippet.
    mutating func update(from snippets: [String: Snippet]) {
        for block in blocks.reversed() {
            guard case .snippet(let name) = block.origin, let snippet = snippets[name] else { continue }
            let indentation = String(repeating: " ", count: block.indentation)
            lines.replaceSubrange(block.range, with: snippet.lines.map { $0.isEmpty ? $0 : indentation + $0 })
        }
    }
}

/// The line that opens a block: backticks or tildes, at least three, and the language.
private struct Fence {
    let indentation: Int
    let language: String
    private let mark: Substring

    init?(_ line: String) {
        let text = line.drop { $0 == " " }
        guard let character = text.first, character == "`" || character == "~" else { return nil }
        mark = text.prefix { $0 == character }
        guard mark.count >= 3, !text.dropFirst(mark.count).contains("`") else { return nil }
        indentation = line.count - text.count
        let info = text.dropFirst(mark.count).drop { $0 == " " }
        language = info.prefix { $0.isLetter || $0.isNumber }.lowercased()
    }

    func isClosed(by line: String) -> Bool {
        let text = line.trimmingCharacters(in: .whitespaces)
        return text.count >= mark.count && text.allSatisfy { $0 == mark.first }
    }
}

extension String {
    /// What stands between a beginning and an end, where the string has both.
    fileprivate func between(_ start: String, _ end: String) -> String? {
        guard hasPrefix(start), hasSuffix(end), count >= start.count + end.count else { return nil }
        return String(dropFirst(start.count).dropLast(end.count))
    }
}
