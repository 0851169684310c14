import Foundation
import SwiftSyntax

/// The places of a file at which its author has silenced a rule, with a reason.
///
/// `// service-doctor:disable:next RULE -- reason` silences the next line of code, `disable:this` the line that
/// the comment ends.
struct Suppressions: Sendable {
    /// One rule silenced on one line.
    struct Entry: Hashable {
        let rule: String
        let line: Int
        /// Where the comment stands.
        let place: Place
        /// What removes the comment, where that plainly changes nothing else.
        var removal: Edit?
    }

    private struct Target: Hashable {
        let rule: String
        let line: Int
    }

    /// In the order of the source.
    private(set) var entries: [Entry] = []
    /// The first entry for each rule and line.
    private var byTarget: [Target: Int] = [:]

    /// Returns the index of what silences a finding, if anything does: of several comments the first.
    func entry(for finding: Finding) -> Int? {
        byTarget[Target(rule: finding.rule, line: finding.line)]
    }

    private mutating func add(_ entry: Entry) {
        let target = Target(rule: entry.rule, line: entry.line)
        byTarget[target] = byTarget[target] ?? entries.count
        entries.append(entry)
    }

    private static let marker = "service-doctor:"

    /// Reads the comments of a file, which name some of the rules; those that say too little become findings.
    static func read(_ unit: SourceUnit, rules: Set<String>) -> (Suppressions, [Finding]) {
        var result = Suppressions()
        var findings: [Finding] = []
        guard unit.words.hints.contains(.doctor), unit.bytes.contains(word: "service-doctor:") else {
            return (result, findings)
        }
        for token in unit.tree.tokens(viewMode: .sourceAccurate) {
            var offset = token.position.utf8Offset
            for piece in token.leadingTrivia.pieces {
                result.read(
                    piece, at: offset, nextCode: token.positionAfterSkippingLeadingTrivia.utf8Offset, unit, rules,
                    &findings)
                offset += piece.sourceLength.utf8Length
            }
            offset = token.endPositionBeforeTrailingTrivia.utf8Offset
            for piece in token.trailingTrivia.pieces {
                let next = token.endPosition.utf8Offset
                let following = token.nextToken(viewMode: .sourceAccurate)
                result.read(
                    piece, at: offset, nextCode: following?.positionAfterSkippingLeadingTrivia.utf8Offset ?? next, unit,
                    rules, &findings)
                offset += piece.sourceLength.utf8Length
            }
        }
        return (result, findings)
    }

    private static func comment(_ piece: TriviaPiece) -> String? {
        switch piece {
        case .lineComment(let text), .blockComment(let text), .docLineComment(let text), .docBlockComment(let text):
            text
        default: nil
        }
    }

    /// The first line of what a comment says, without the end of a block comment.
    private static func line(_ text: Substring) -> Substring {
        var line = text.prefix { !$0.isNewline }
        if let end = line.range(of: "*/") { line = line[..<end.lowerBound] }
        while line.last?.isWhitespace ?? false { line.removeLast() }
        // `disable:next` is told from its rules by the space.
        return line
    }

    /// Removes a comment, and its line with it where nothing else stands there.
    ///
    /// Nothing is offered where code follows on the comment's last line, or where the comment has several: without it, what stands
    /// around it would be read as one word, or as one statement.
    private static func removal(of range: Range<Int>, in unit: SourceUnit) -> Edit? {
        let bytes = unit.bytes
        func endsLine(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
        guard range.upperBound == bytes.count || endsLine(bytes[range.upperBound]),
            !bytes[range].contains(where: endsLine)
        else { return nil }
        var start = range.lowerBound
        while start > 0, bytes[start - 1] == UInt8(ascii: " ") || bytes[start - 1] == UInt8(ascii: "\t") { start -= 1 }
        var end = range.upperBound
        let isAlone = start == 0 || bytes[start - 1] == UInt8(ascii: "\n")
        if isAlone {
            if end < bytes.count, bytes[end] == UInt8(ascii: "\r") { end += 1 }
            if end < bytes.count, bytes[end] == UInt8(ascii: "\n") { end += 1 } else { return nil }
        }
        return unit.edit(removing: start..<end)
    }

    private mutating func read(
        _ piece: TriviaPiece, at offset: Int, nextCode: Int, _ unit: SourceUnit, _ rules: Set<String>,
        _ findings: inout [Finding]
    ) {
        guard let comment = Self.comment(piece), let range = comment.range(of: Self.marker) else { return }
        guard comment[..<range.lowerBound].allSatisfy({ "/* \t\n\r".contains($0) }) else { return }
        let removal = Self.removal(of: offset..<offset + piece.sourceLength.utf8Length, in: unit)
        let place = unit.place(ofOffset: offset)
        func complain(_ message: String) {
            findings.append(
                Finding(
                    rule: "invalid_suppression", severity: .warning, place: place, message: message,
                    fix: "Write // service-doctor:disable:next RULE -- reason"))
        }
        let text = Self.line(comment[range.upperBound...])
        let isNext = text.hasPrefix("disable:next ")
        if piece.isDocumentation {
            guard text.hasPrefix("disable") else { return }
            return complain("A documentation comment silences nothing: write two slashes, or /* and one star.")
        }
        guard isNext || text.hasPrefix("disable:this ") else {
            return complain("This suppression is not understood: write disable:next or disable:this.")
        }
        let parts = text.dropFirst("disable:next ".count).split(
            separator: "--", maxSplits: 1, omittingEmptySubsequences: false)
        let names = (parts.first ?? "").split { $0 == "," || $0 == " " }.map(String.init)
        let reason = parts.count > 1 ? parts[1].drop { $0 == " " || $0 == "-" } : ""
        guard !names.isEmpty else { return complain("A suppression names the rule that it silences.") }
        guard !reason.isEmpty else { return complain("A suppression gives its reason after two dashes.") }
        var seen: Set<String> = []
        for name in names where seen.insert(name).inserted {
            guard rules.contains(name) else {
                complain("There is no rule '\(name)'.\(Suggestion.text(for: name, among: rules))")
                continue
            }
            let line = isNext ? unit.place(ofOffset: nextCode).line : place.line
            add(Entry(rule: name, line: line, place: place, removal: removal))
        }
    }
}

extension TriviaPiece {
    fileprivate var isDocumentation: Bool {
        switch self {
        case .docLineComment, .docBlockComment: true
        default: false
        }
    }
}
