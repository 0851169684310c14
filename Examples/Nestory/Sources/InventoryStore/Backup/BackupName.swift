import Inventory

/// The name of a copy's file: when it was made, in UTC, as in `2026-11-20T12-00-00Z.db`.
struct BackupName {
    let made: Timestamp
    let text: String

    /// Names the copy of an instant. Two of one second have one name, and the later takes the earlier's place.
    init(made: Timestamp) {
        let seconds = Timestamp(milliseconds: made.milliseconds - made.milliseconds % 1000) ?? made
        self.made = seconds
        // Colons are not allowed in names everywhere.
        text = seconds.description.replacing(":", with: "-") + ".db"
    }

    /// Reads a name; nil for a file that is none of ours.
    init?(_ text: String) {
        guard text.utf8.count == 23, text.hasSuffix("Z.db") else { return nil }
        let clock = text.dropFirst(11).dropLast(3).replacing("-", with: ":")
        guard let made = Timestamp(text.prefix(11) + clock), BackupName(made: made).text == text else { return nil }
        self.made = made
        self.text = text
    }
}
