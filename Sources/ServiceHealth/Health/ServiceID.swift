#if Health
/// The name of a service whose health is tracked.
///
/// An app declares each name once:
///
/// ```swift
/// extension ServiceID {
///     static let inventory: Self = "inventory"
///     static let rates: Self = "exchange-rates"
/// }
/// ```
///
/// - Important: Use a fixed set of names. A name per user or per request makes health meaningless, and a
///   manager keeps a few bytes for each name it has ever seen.
public struct ServiceID: Hashable, Sendable, Codable, RawRepresentable, ExpressibleByStringLiteral {
    /// The name as it is written in code, in metrics and in reports.
    public let rawValue: String

    /// Creates an identifier with a name.
    ///
    /// - Parameter rawValue: The name, in one word or several: people read `exchangeRates` and `exchange-rates` as
    ///   "Exchange rates", and `pricesAPIClient` as "Prices API client".
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Creates an identifier from a literal.
    ///
    /// - Parameter value: The name.
    public init(stringLiteral value: String) {
        self.rawValue = value
    }
}

extension ServiceID: CustomStringConvertible {
    /// The name.
    public var description: String { rawValue }
}

extension ServiceID {
    /// The name as people write it: `exchangeRates` and `exchange-rates` are both "Exchange rates", `pricesAPIClient` is "Prices API
    /// client".
    var displayName: String {
        var words = ""
        var previousIsLowercase = false
        var capitals = 0
        for (index, character) in zip(rawValue.indices, rawValue) {
            if character == "-" || character == "_" || character == "." || character == " " {
                if words.last != " ", !words.isEmpty { words.append(" ") }
                previousIsLowercase = false
                capitals = 0
            } else if character.isUppercase {
                let rest = rawValue[index...]
                if previousIsLowercase {
                    // A capital that no small letter follows belongs to an acronym.
                    let isAcronym = rest.dropFirst().first?.isLowercase != true
                    words.append(" " + (isAcronym ? String(character) : character.lowercased()))
                } else if capitals > 1, Self.isWord(rest, after: words) {
                    words.append(" " + character.lowercased())
                } else {
                    words.append(character)
                }
                capitals += 1
                previousIsLowercase = false
            } else {
                words.append(character)
                previousIsLowercase = character.isLowercase || character.isNumber
                capitals = 0
            }
        }
        while words.last == " " { words.removeLast() }
        return words.prefix(1).uppercased() + words.dropFirst()
    }

    /// Whether a word begins after an acronym. One small letter is part of that, as in "IDs" and "IPv6", and SQLite is one name.
    private static func isWord(_ rest: Substring, after words: String) -> Bool {
        guard rest.dropFirst().prefix(while: \.isLowercase).count > 1 else { return false }
        return !(words.hasSuffix("SQ") && rest.hasPrefix("Lite"))
    }
}
#endif
