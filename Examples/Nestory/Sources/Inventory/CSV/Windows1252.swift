/// Text as Windows programs of western Europe wrote it before UTF-8.
enum Windows1252 {
    /// The characters of the bytes 0x80 to 0x9F; those above are the same as in Unicode. U+FFFD marks bytes without one.
    private static let special: [Unicode.Scalar] = Array(
        "€\u{FFFD}‚ƒ„…†‡ˆ‰Š‹Œ\u{FFFD}Ž\u{FFFD}\u{FFFD}‘’“”•–—˜™š›œ\u{FFFD}žŸ".unicodeScalars)

    /// Decodes a text.
    ///
    /// - Returns: nil where it is hardly one: it has a byte without a character, or one that no text has but many other
    ///   files do (0xFE and 0xFF, `þ` and `ÿ`).
    static func decode(_ bytes: [UInt8]) -> String? {
        var text = String.UnicodeScalarView()
        for byte in bytes {
            switch byte {
            case 0xFE, 0xFF: return nil
            case 0x80...0x9F:
                let scalar = special[Int(byte) - 0x80]
                guard scalar != "\u{FFFD}" else { return nil }
                text.append(scalar)
            default: text.append(Unicode.Scalar(byte))
            }
        }
        return String(text)
    }
}
