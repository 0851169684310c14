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
    }

    private(set) var entries: Set<Entry> = []

    /// Returns what silences a finding, if anything does.
    func entry(for finding: Finding) -> Entry? {
        entries.first { $0.line == finding.line && $0.rule == finding.rule }
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

    private mutating func read(
        _ piece: TriviaPiece, at offset: Int, nextCode: Int, _ unit: SourceUnit, _ rules: Set<String>,
        _ findings: inout [Finding]
    ) {
        guard case .lineComment(let comment) = piece, let range = comment.range(of: Self.marker) else { return }
        guard comment[..<range.lowerBound].allSatisfy({ $0 == "/" || $0 == " " }) else { return }
        let place = unit.place(ofOffset: offset)
        func complain(_ message: String) {
            findings.append(
                Finding(
                    rule: "invalid_suppression", severity: .warning, place: place, message: message,
                    fix: "Write // service-doctor:disable:next RULE -- reason"))
        }
        let text = comment[range.upperBound...]
        let isNext = text.hasPrefix("disable:next ")
        guard isNext || text.hasPrefix("disable:this ") else {
            return complain("This comment is not understood: it knows disable:next and disable:this.")
        }
        let parts = text.dropFirst("disable:next ".count).split(
            separator: "--", maxSplits: 1, omittingEmptySubsequences: false)
        let names = (parts.first ?? "").split { $0 == "," || $0 == " " }.map(String.init)
        let reason = parts.count > 1 ? parts[1].drop { $0 == " " || $0 == "-" } : ""
        guard !names.isEmpty else { return complain("A suppression names the rule that it silences.") }
        guard !reason.isEmpty else { return complain("A suppression gives its reason after two dashes.") }
        for name in names {
            guard rules.contains(name) else {
                complain("There is no rule '\(name)'.\(Suggestion.text(for: name, among: rules))")
                continue
            }
            let line = isNext ? unit.place(ofOffset: nextCode).line : place.line
            entries.insert(Entry(rule: name, line: line, place: place))
        }
    }
}
