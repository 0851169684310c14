import SwiftDiagnostics
import SwiftParser
import SwiftParserDiagnostics
import SwiftSyntax

/// One parsed file while it is being looked at. It never leaves the thread that parsed it.
final class SourceUnit {
    /// How the file is named in a report.
    let name: String
    let kind: PathKind
    let bytes: [UInt8]
    let tree: SourceFileSyntax
    let index: SyntaxIndex
    let words: SourceWords
    /// What SwiftLint is told to leave alone.
    private(set) lazy var lint = LintDirectives(bytes)
    /// Who can cancel the file's tasks.
    private(set) lazy var handles = TaskHandles(index, names)
    private(set) lazy var names = NameTokens(tree, bytes)
    let properties = PropertyTypes()
    /// Which of the words of a program in a terminal the file has.
    private(set) lazy var terminalWords = PrintCall.terminalWords.filter(bytes.contains(word:))
    private let lines: LineTable
    /// The file begins with a byte order mark, which ``bytes`` leave out.
    private let hasMark: Bool
    /// Whether ``bytes`` are not the file's own, but written so that the parser reads them.
    private let isHelped: Bool
    /// Where bytes were put in that the file does not have, in ``bytes``.
    private let insertions: [Int]

    /// Deeper trees than this are not walked: nobody wrote them by hand.
    static let maximumDepth = 4_000
    /// A level of a tree takes a byte of source at least, and the stacks hold as many levels as this has bytes.
    private static let unmeasuredSize = 50_000

    /// Says why a file cannot be looked at.
    enum Refusal: Error {
        case notText
        case tooDeep
    }

    /// Parses a file and collects the nodes that rules look at.
    /// - Throws: ``Refusal/notText`` where the bytes are not UTF-8, ``Refusal/tooDeep`` where the tree nests absurdly.
    init(name: String, kind: PathKind, bytes: [UInt8], isChecked: Bool) throws(Refusal) {
        var bytes = bytes
        hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        if hasMark { bytes.removeFirst(3) }
        guard Self.isText(bytes) else { throw .notText }
        guard Self.deepestBracket(in: bytes) < Self.maximumBrackets else { throw .tooDeep }
        self.name = name
        self.kind = kind
        lines = LineTable(bytes)
        var tree = unsafe bytes.withUnsafeBufferPointer { unsafe Parser.parse(source: $0) }
        var insertions: [Int] = []
        let helped = tree.hasError ? ParserWorkarounds.apply(to: bytes) : nil
        if let helped {
            bytes = helped.bytes
            insertions = helped.insertions
            tree = unsafe bytes.withUnsafeBufferPointer { unsafe Parser.parse(source: $0) }
        }
        isHelped = helped != nil
        self.bytes = bytes
        self.insertions = insertions
        self.tree = tree
        words = SourceWords(bytes)
        if bytes.count > Self.unmeasuredSize, Self.isDeeper(Syntax(tree), than: Self.maximumDepth) { throw .tooDeep }
        index = SyntaxIndex(tree, isChecked: isChecked, hints: words.hints)
        if index.isTooDeep { throw .tooDeep }
    }

    /// Says whether one of these words is written in a node, byte by byte.
    func mentions(_ words: [StaticString], in node: some SyntaxProtocol) -> Bool {
        let range = node.position.utf8Offset..<node.endPosition.utf8Offset
        return words.contains { bytes.contains(word: $0, in: range) }
    }

    func place(of node: some SyntaxProtocol) -> Place {
        place(ofOffset: node.positionAfterSkippingLeadingTrivia.utf8Offset)
    }

    /// An edit of the file that removes some of ``bytes``.
    func edit(removing range: Range<Int>) -> Edit? {
        guard !isHelped, var edit = Edit(removing: range, from: bytes) else { return nil }
        if hasMark { edit.shift(by: 3) }
        return edit
    }

    func place(ofOffset offset: Int) -> Place {
        let offset = insertions.isEmpty ? offset : offset - insertions.count { $0 < offset }
        let position = lines.position(of: offset)
        return Place(
            file: name, line: position.line, column: position.column, scalarColumn: lines.scalarColumn(of: offset),
            text: lines.text(ofLine: position.line))
    }

    /// Something in the file did not parse.
    var isBroken: Bool { tree.hasError }

    /// Returns the first thing the parser could not make sense of.
    func syntaxError() -> Finding? {
        guard tree.hasError else { return nil }
        let diagnostics = ParseDiagnosticsGenerator.diagnostics(for: tree)
        let error = diagnostics.first { $0.diagMessage.severity == .error } ?? diagnostics.first
        let place = place(ofOffset: error?.position.utf8Offset ?? 0)
        return Finding(
            rule: "syntax_error", severity: .error, place: place,
            message: "This file does not parse: \(error?.message ?? "the parser gave up")")
    }

    /// The lines of declarations that did not parse: of members where the type around them did.
    func brokenLines() -> [ClosedRange<Int>] {
        // Lazily, as the collection's own `filter` makes a tree anew, which has other places.
        tree.statements.lazy.filter(\.hasError).flatMap { brokenLines(of: Syntax($0.item)) }
    }

    private func brokenLines(of declaration: Syntax) -> [ClosedRange<Int>] {
        if let group = declaration.declGroup {
            let members = group.memberBlock.members.lazy.filter(\.hasError)
            let isWhole = [group.memberBlock.leftBrace, group.memberBlock.rightBrace].allSatisfy {
                $0.presence == .present
            }
            if isWhole, !members.isEmpty { return members.flatMap { brokenLines(of: Syntax($0.decl)) } }
        }
        let first = place(of: declaration).line
        return [first...max(first, place(ofOffset: declaration.endPositionBeforeTrailingTrivia.utf8Offset).line)]
    }

    private static func isText(_ bytes: [UInt8]) -> Bool {
        bytes.allSatisfy { $0 < 0x80 } || String(validating: bytes, as: UTF8.self) != nil
    }

    /// Brackets nested deeper than this are refused before they are parsed: the parser looks ahead again at every one.
    private static let maximumBrackets = 1_000

    /// The parser's time doubles with every `[` that is open in what may still be a type.
    private static let maximumSquares = 12

    /// Counts brackets byte by byte; those in strings and comments count too, since nobody leaves a thousand of them open.
    private static func deepestBracket(in bytes: [UInt8]) -> Int {
        var depth = 0
        var deepest = 0
        var squares = OpenSquares()
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "["), UInt8(ascii: "("), UInt8(ascii: "{"):
                depth += 1
                if depth > deepest { deepest = depth }
            case UInt8(ascii: "]"), UInt8(ascii: ")"), UInt8(ascii: "}"):
                if depth > 0 { depth -= 1 }
            default: break
            }
            squares.read(byte)
            if squares.count > maximumSquares { return maximumBrackets }
        }
        return deepest
    }

    /// Measures without recursion, for trees that no stack would survive.
    ///
    /// What is too short to reach the limit is not gone into: that is nearly everything.
    private static func isDeeper(_ root: Syntax, than limit: Int) -> Bool {
        var level: [Syntax] = [root]
        var depth = 0
        while !level.isEmpty {
            depth += 1
            if depth > limit { return true }
            let shortest = (limit - depth) / levelsPerByte
            level = level.flatMap { node in
                node.children(viewMode: .sourceAccurate).filter {
                    $0.totalLength.utf8Length >= shortest && $0.kind != .token
                }
            }
        }
        return false
    }

    /// `{x}` opens a list of items, an item and an expression with two bytes: no source nests faster than this.
    private static let levelsPerByte = 8
}
