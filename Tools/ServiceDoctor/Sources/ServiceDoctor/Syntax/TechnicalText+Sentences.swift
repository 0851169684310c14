import SwiftSyntax

// Whether people are told more than the text of an error.
extension TechnicalText {
    /// Says whether the text goes on after the error's: "Not saved: … Sign in again, please." tells people what to do.
    static func goesOn(_ expression: ExprSyntax) -> Bool {
        strings(in: expression).contains { isSentence(parts(of: $0).after) }
    }

    /// Says whether a sentence leads to the error's text, or advice follows: "Could not save the draft: …" tells people what did not work.
    static func isExplained(_ expression: ExprSyntax) -> Bool {
        isPutIntoTranslation(expression)
            || strings(in: expression).contains { literal in
                let parts = parts(of: literal)
                return isSentence(parts.before) || parts.rest.contains(where: isAdvice)
            }
    }

    /// `String(format: NSLocalizedString("export_failed", comment: ""), error.localizedDescription)`: the words are in a table of texts.
    private static func isPutIntoTranslation(_ expression: ExprSyntax) -> Bool {
        guard let call = expression.as(FunctionCallExprSyntax.self), call.plainName == "String",
            let format = call.argument("format")?.expression, !format.is(StringLiteralExprSyntax.self),
            let key = strings(in: format).first?.plainText
        else { return false }
        // The text of one language as the key says itself what it is.
        return !key.contains(where: \.isWhitespace) && !key.contains("%") && key.split { "._-".contains($0) }.count > 2
    }

    /// What stands before and after the error's text, and the segments behind it.
    private static func parts(
        of literal: StringLiteralExprSyntax
    ) -> (before: Substring, after: Substring, rest: ArraySlice<StringLiteralSegmentListSyntax.Element>) {
        let segments = Array(literal.segments)
        let shown = segments.indices.filter {
            segments[$0].descendants(MemberAccessExprSyntax.self).contains(where: isDescription)
        }
        if let first = shown.first, let last = shown.last {
            let rest = segments[(last + 1)...]
            return (text(of: segments[..<first]), text(of: rest), rest)
        }
        let format = text(of: segments[...])
        guard let place = format.ranges(of: "%@").last else { return ("", "", []) }
        return (format[..<place.lowerBound], format[place.upperBound...], [])
    }

    private static func text(of segments: ArraySlice<StringLiteralSegmentListSyntax.Element>) -> Substring {
        segments.compactMap { $0.as(StringSegmentSyntax.self)?.content.text }.joined(separator: " ")[...]
    }

    /// Three words or more; "couldn't" and "cannot" are two, and so are four characters of Chinese.
    private static func isSentence(_ text: Substring) -> Bool {
        text.split(whereSeparator: \.isWhitespace).reduce(0) { count, word in
            guard word.contains(where: \.isLetter) else { return count }
            if word.unicodeScalars.contains(where: \.isIdeograph) {
                let rest = fillers.reduce(String(word)) { $0.replacing($1, with: "") }
                return count + (rest.unicodeScalars.count(where: \.isIdeograph) + 1) / 2
            }
            let plain = word.lowercased()
            return count + (plain.contains("n't") || plain.contains("n’t") || plain == "cannot" ? 2 : 1)
        } >= 3
    }

    /// What says only that there is an error, as "Unknown error" does.
    private static let fillers = [
        "エラー", "メッセージ", "予期しない", "しました", "です", "错误", "錯誤", "未知", "不明", "信息", "訊息", "情報", "内容", "详细", "詳細", "描述",
        "发生", "發生", "発生", "出现", "如下", "的", "了", "是", "が", "の", "な",
    ]

    /// `\(Texts.contactMessage)`: a constant that is a text for people.
    private static func isAdvice(_ segment: StringLiteralSegmentListSyntax.Element) -> Bool {
        guard let values = segment.as(ExpressionSegmentSyntax.self)?.expressions, values.count == 1,
            let member = values.first?.expression.as(MemberAccessExprSyntax.self),
            member.base.flatMap(TypeName.init(expression:)) != nil
        else { return false }
        return ["message", "hint", "advice"].contains(Words.of(member.declName.baseName.text).last)
    }
}

extension Unicode.Scalar {
    /// A character of Chinese, or of Japanese, which write no spaces between words.
    fileprivate var isIdeograph: Bool { properties.isIdeographic || (0x3040...0x30FF).contains(value) }
}
