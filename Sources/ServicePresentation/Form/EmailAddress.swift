/// The rule that browsers apply to `input type=email` (WHATWG HTML, "valid email address").
enum EmailAddress {
    /// Complexity: linear in the length of the text.
    static func isValid(_ text: String, requiresDottedDomain: Bool) -> Bool {
        let bytes = text.utf8
        guard let at = bytes.firstIndex(of: UInt8(ascii: "@")) else { return false }
        let name = bytes[..<at]
        let labels = bytes[bytes.index(after: at)...].split(
            separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return !name.isEmpty && name.allSatisfy(isNameByte) && labels.allSatisfy(isLabel)
            && (labels.count > 1 || !requiresDottedDomain)
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        isLetterOrDigit(byte) || ".!#$%&'*+/=?^_`{|}~-".utf8.contains(byte)
    }

    /// A part of a domain: 1 to 63 letters, digits and hyphens, no hyphen at either end.
    private static func isLabel(_ label: Substring.UTF8View) -> Bool {
        let hyphen = UInt8(ascii: "-")
        return (1...63).contains(label.count) && label.first != hyphen && label.last != hyphen
            && label.allSatisfy { isLetterOrDigit($0) || $0 == hyphen }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}
