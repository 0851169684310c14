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
    ///   "Exchange rates", and `pricesAPI` as "Prices API".
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
    /// The name as people write it: `exchangeRates` and `exchange-rates` are both "Exchange rates", `pricesAPI` is "Prices API".
    var displayName: String {
        var words = ""
        var previousIsLowercase = false
        for (index, character) in zip(rawValue.indices, rawValue) {
            if character == "-" || character == "_" || character == "." || character == " " {
                if words.last != " ", !words.isEmpty { words.append(" ") }
                previousIsLowercase = false
            } else if character.isUppercase, previousIsLowercase {
                // A capital that no small letter follows belongs to an acronym.
                let next = rawValue[index...].dropFirst().first
                words.append(" " + (next?.isLowercase == true ? character.lowercased() : String(character)))
                previousIsLowercase = false
            } else {
                words.append(character)
                previousIsLowercase = character.isLowercase || character.isNumber
            }
        }
        while words.last == " " { words.removeLast() }
        return words.prefix(1).uppercased() + words.dropFirst()
    }
}
#endif
