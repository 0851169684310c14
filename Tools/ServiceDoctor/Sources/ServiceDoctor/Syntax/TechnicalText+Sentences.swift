import SwiftSyntax

// Whether people are told more than the text of an error.
extension TechnicalText {
    /// Says whether a sentence stands before or after the error's text: "Could not save the draft: …" tells people what did not work,
    /// "Not saved: … Sign in again, please." what to do.
    static func isWithinSentence(_ expression: ExprSyntax) -> Bool {
        strings(in: expression).contains { literal in
            let segments = Array(literal.segments)
            let shown = segments.indices.filter {
                segments[$0].descendants(MemberAccessExprSyntax.self).contains(where: isDescription)
            }
            if let first = shown.first, let last = shown.last {
                return isSentence(text(of: segments[..<first])) || isSentence(text(of: segments[(last + 1)...]))
            }
            let format = text(of: segments[...])
            guard let place = format.ranges(of: "%@").last else { return false }
            return isSentence(format[..<place.lowerBound]) || isSentence(format[place.upperBound...])
        }
    }

    private static func text(of segments: ArraySlice<StringLiteralSegmentListSyntax.Element>) -> Substring {
        segments.compactMap { $0.as(StringSegmentSyntax.self)?.content.text }.joined(separator: " ")[...]
    }

    /// Three words or more.
    private static func isSentence(_ text: Substring) -> Bool {
        text.split(whereSeparator: \.isWhitespace).count { $0.contains(where: \.isLetter) } >= 3
    }
}
