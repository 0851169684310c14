import SwiftSyntax

extension CatchClauseSyntax {
    /// Says why nothing is done: a comment of four words or more, of three where none is hollow, or any in a loop, that is no task for
    /// later and no code.
    var givesReason: Bool {
        let lines = comments.flatMap { $0.split(separator: "\n") }.map { line in line.drop { "/* \t".contains($0) } }
        let words = lines.filter { !Self.isCode($0) && !Self.isDirective($0) }.flatMap {
            $0.split { !$0.isLetter && $0 != "'" && $0 != "’" }
        }
        let tasks: Set<Substring> = ["TODO", "FIXME", "XXX", "HACK"]
        guard tasks.isDisjoint(with: words), !words.isEmpty else { return false }
        if isInLoop { return true }
        if words.contains(where: { $0.lowercased().hasPrefix("cancel") }) { return true }
        // Chinese and Japanese put no spaces between words.
        if words.joined().unicodeScalars.count(where: { $0.value >= 0x3040 }) >= 8 { return true }
        return words.count >= (Self.hollow.isDisjoint(with: words.map { $0.lowercased() }) ? 3 : 4)
    }

    /// `log.error("…")`, `state = .failed`
    private static func isCode(_ line: Substring) -> Bool {
        let name = line.prefix { $0.isLetter || $0 == "." || $0 == "_" }
        return name.count < line.count && line.dropFirst(name.count).hasPrefix("(") || line.contains(" = ")
    }

    /// `finds: silent_catch`, `swiftlint:disable:this empty_catch`: meant for a program.
    private static func isDirective(_ line: Substring) -> Bool {
        line.contains("_") && line.split(separator: " ").count <= 3
    }

    /// Words of comments that only say that there is nothing: "do nothing", "handle error silently".
    private static let hollow: Set<String> = [
        "ignore", "ignoring", "ignored", "nothing", "silent", "silently", "error", "errors", "never", "hope", "handle",
    ]

    /// What is written within the braces, beside them and before the first statement; behind them only whole sentences.
    var comments: [String] {
        let within =
            body.leftBrace.trailingTrivia.pieces + (body.statements.first?.leadingTrivia.pieces ?? [])
            + body.rightBrace.leadingTrivia.pieces
        let behind = body.rightBrace.trailingTrivia.pieces.compactMap(Self.comment)
        return within.compactMap(Self.comment) + behind.filter { $0.split(separator: " ").count > 5 }
    }

    private static func comment(_ piece: TriviaPiece) -> String? {
        switch piece {
        case .lineComment(let text), .blockComment(let text), .docLineComment(let text), .docBlockComment(let text):
            text
        default: nil
        }
    }

    /// In a loop of the same function, which goes on with the next element.
    private var isInLoop: Bool {
        var current = parent
        while let outer = current, !outer.opensScope {
            if outer.is(ForStmtSyntax.self) { return true }
            current = outer.parent
        }
        return false
    }
}
