/// Keeps spreadsheets from running text as a formula, in a way that can be taken back.
///
/// Text that starts with what spreadsheets take for a formula gets an apostrophe in front. So does text that
/// starts with apostrophes before that, or taking one away when reading would change it.
enum SpreadsheetGuard {
    static let mark = UInt8(ascii: "'")

    /// Whether a text must not stand in a CSV file as it is.
    static func isNeeded(for text: String) -> Bool {
        guard let first = text.unicodeScalars.drop(while: { $0 == "'" }).first else { return false }
        return starts(formula: first)
    }

    /// The text that was there before the guard.
    static func removed(from text: String) -> String {
        guard text.utf8.first == mark, isNeeded(for: text) else { return text }
        return String(text.unicodeScalars.dropFirst())
    }

    /// Spreadsheets also drop leading tabs and line ends, and some read the wide forms of the signs.
    private static func starts(formula scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠": true
        default: false
        }
    }
}
