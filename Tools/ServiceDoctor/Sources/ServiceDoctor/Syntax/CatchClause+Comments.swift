import SwiftSyntax

extension CatchClauseSyntax {
    /// Says why nothing is done: a comment of four words or more, of three where none is hollow, or any in a loop, that is no task for
    /// later and no code.
    var givesReason: Bool {
        let words = reasonWords
        guard !leavesTask, !words.isEmpty else { return false }
        if isInLoop || Self.justify(words) { return true }
        if words.contains(where: { $0.lowercased().hasPrefix("cancel") }) { return true }
        // Chinese and Japanese put no spaces between words.
        if words.joined().unicodeScalars.count(where: { $0.value >= 0x3040 }) >= 8 { return true }
        let spoken = words.map { $0.lowercased() }
        if Self.hollow.isDisjoint(with: spoken) { return words.count >= 3 }
        // "Nothing to do here" and "swallow the error silently" give none.
        let telling = spoken.filter { !Self.hollow.contains($0) && !Self.fillers.contains($0) }
        return words.count >= 4 && telling.count >= 2
    }

    /// Is a task for later: `TODO`, "handle this".
    var leavesTask: Bool {
        let words = Self.lines(of: comments).flatMap(Self.words)
        let spoken = words.map { $0.lowercased() }
        return !Self.tasks.isDisjoint(with: words) || spoken.first == "handle"
            || ["later", "someday"].contains(spoken.last)
            || spoken.contains("later") && !Self.chores.isDisjoint(with: spoken)
            || zip(spoken, spoken.dropFirst()).contains { $0 == ("to", "be") } && spoken.contains("added")
    }

    /// Holds code that is commented out: there was something to do.
    var hidesCode: Bool { Self.lines(of: comments).contains(where: Self.isCode) }

    private static let chores: Set<String> = [
        "handle", "fix", "implement", "improve", "deal", "add", "show", "log", "report", "tell", "need", "needs",
        "support",
        "should", "must",
    ]

    fileprivate static let tasks: Set<Substring> = ["TODO", "FIXME", "XXX", "HACK"]

    private var reasonWords: [Substring] { Self.words(of: comments) }

    private static func lines(of comments: [String]) -> [Substring] {
        comments.flatMap { $0.split(separator: "\n") }.map { line in line.drop { "/* \t".contains($0) } }
    }

    fileprivate static func words(of comments: [String]) -> [Substring] {
        lines(of: comments).filter { !isCode($0) && !isDirective($0) }.flatMap(words)
    }

    private static func words(in line: Substring) -> [Substring] {
        line.split { !$0.isLetter && $0 != "'" && $0 != "’" }
    }

    /// Says that the work goes on anyway, or which errors it ignores: "ignore playback errors".
    fileprivate static func justify(_ words: [Substring]) -> Bool {
        let words = words.map { $0.lowercased() }
        let pairs = Array(zip(words, words.dropFirst()))
        if !indifferent.isDisjoint(with: words) || isMild(words) { return true }
        if words.contains("whether"), pairs.contains(where: { $0 == ("or", "not") }) { return true }
        return words.contains { $0.hasPrefix("ignor") }
            && words.contains { !$0.hasPrefix("ignor") && !hollow.contains($0) && !fillers.contains($0) }
    }

    /// "best effort", "non-fatal", "not critical"
    fileprivate static func isMild(_ words: [String]) -> Bool {
        zip(words, words.dropFirst()).contains { pair in
            pair == ("best", "effort")
                || ["non", "not"].contains(pair.0) && ["fatal", "critical", "blocking", "essential"].contains(pair.1)
        }
    }

    private static let indifferent: Set<String> = ["anyway", "regardless", "whatever", "nonfatal"]

    /// Words that say nothing of what is ignored.
    private static let fillers: Set<String> = [
        "a", "all", "an", "and", "any", "as", "be", "can", "catch", "do", "exception", "exceptions", "failure",
        "failures", "for", "happens", "here", "if", "in", "is", "it", "just", "no", "now", "of", "on", "op", "pass",
        "please", "safe", "safely", "should", "simply", "that", "the", "this", "to", "we",
    ]

    /// `log.error("…")`, `state = .failed`
    private static func isCode(_ line: Substring) -> Bool {
        let name = line.prefix { $0.isLetter || $0 == "." || $0 == "_" }
        return name.count < line.count && line.dropFirst(name.count).hasPrefix("(") || line.contains(" = ")
    }

    /// `finds: silent_catch`, `swiftlint:disable:this empty_catch`: meant for a program.
    private static func isDirective(_ line: Substring) -> Bool {
        line.contains("_") && line.split(separator: " ").count <= 3
            || line.drop { "/* ".contains($0) }.hasPrefix("service-doctor:")
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

    static func comment(_ piece: TriviaPiece) -> String? {
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

extension DoStmtSyntax {
    /// A comment above it says that a failure does not matter: "best-effort logout".
    var isExplainedBefore: Bool {
        let words = CatchClauseSyntax.words(of: leadingTrivia.pieces.compactMap(CatchClauseSyntax.comment))
        let spoken = words.map { $0.lowercased() }
        // Work that does not block may well fail.
        return CatchClauseSyntax.tasks.isDisjoint(with: words) && CatchClauseSyntax.isMild(spoken)
            && !spoken.contains("blocking")
    }

    /// A comment above the next statement says that it works without this one: "use what we have, up to date or not".
    var isExplainedAfterwards: Bool {
        let comments = next?.leadingTrivia.pieces.compactMap(CatchClauseSyntax.comment) ?? []
        let words = CatchClauseSyntax.words(of: comments)
        return CatchClauseSyntax.tasks.isDisjoint(with: words) && CatchClauseSyntax.justify(words)
    }
}
