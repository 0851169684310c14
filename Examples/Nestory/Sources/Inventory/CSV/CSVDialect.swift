/// How a CSV file turned out to be written, beyond what RFC 4180 says.
public struct CSVDialect: Codable, Sendable, Equatable {
    /// How bytes stand for characters.
    public enum Encoding: String, Codable, Sendable {
        case utf8 = "utf-8"
        case windows1252 = "windows-1252"
    }

    /// What stands between two fields: a comma, a semicolon or a tab.
    public var separator = ","
    /// How bytes stand for characters.
    public var encoding = Encoding.utf8
    /// Whether a price was written with a decimal comma, as `1.234,50`.
    public var hasDecimalCommas = false

    /// Starts with what RFC 4180 says, in UTF-8.
    public init() {}

    /// Finds what stands between the columns: what the first line has most of outside of quotes, or else a comma.
    ///
    /// - Parameter start: The start of a file, with all of its first line.
    static func separator(in start: [UInt8]) -> UInt8 {
        var counts: [UInt8: Int] = [:]
        var (isQuoted, hasContent) = (false, false)
        for byte in start {
            switch byte {
            case UInt8(ascii: "\""): isQuoted.toggle()
            case UInt8(ascii: "\n") where hasContent && !isQuoted: return most(counts)
            case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t"):
                if !isQuoted { counts[byte, default: 0] += 1 }
            default: break
            }
            if byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r") { hasContent = true }
        }
        return most(counts)
    }

    private static func most(_ counts: [UInt8: Int]) -> UInt8 {
        let comma = UInt8(ascii: ",")
        let best = counts.max { ($0.value, $0.key == comma ? 1 : 0) < ($1.value, $1.key == comma ? 1 : 0) }
        return best?.key ?? comma
    }

    /// Returns an amount with a point for its decimal comma, and without what groups its digits.
    ///
    /// Behind a comma of three digits nobody can tell whether they are thousands, unless the columns are separated by
    /// something else: who writes `1,234` for a thousand separates columns with commas.
    ///
    /// - Returns: nil where the text has no decimal comma.
    func pointed(_ text: String) -> String? {
        guard text.utf8.contains(UInt8(ascii: ",")) else { return nil }
        let parts = text.trimmed.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2, let whole = parts.first, let decimals = parts.last else {
            return nil
        }
        guard !decimals.isEmpty, decimals.allSatisfy(Self.isDigit), separator != "," || decimals.count != 3 else {
            return nil
        }
        let groups = whole.split(omittingEmptySubsequences: false) { $0 == "." || $0 == " " || $0 == "\u{A0}" }
        guard let first = groups.first, !first.isEmpty, groups.allSatisfy({ $0.allSatisfy(Self.isDigit) }),
            groups.count == 1 || first.count <= 3 && groups.dropFirst().allSatisfy({ $0.count == 3 })
        else { return nil }
        return groups.joined() + "." + decimals
    }

    private static func isDigit(_ character: Character) -> Bool { character.isASCII && character.isWholeNumber }
}
