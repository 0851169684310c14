/// Says what is wrong at one place of the code.
public struct Finding: Sendable, Hashable {
    /// The rule that found it, for example `force_try`.
    public let rule: String
    /// How much it matters, after the configuration had its say.
    public internal(set) var severity: Severity
    /// The file's path, relative to the working directory where it lies below it.
    public internal(set) var file: String
    /// The line, from 1.
    public let line: Int
    /// The column in UTF-8 bytes, from 1, as the Swift compiler counts.
    public let column: Int
    /// What is wrong, in one sentence without numbers.
    public let message: String
    /// What to do about it, where that can be said briefly.
    public let fix: String?
    /// The line's text without its indentation: a baseline recognises a finding by it.
    public let lineText: String

    /// The lines that it is about, where those are more than its own.
    var extent: ClosedRange<Int>?

    /// What takes it away without changing what the code does.
    var edit: Edit?

    /// The column in Unicode scalars, from 1, as SARIF counts.
    let scalarColumn: Int

    init(rule: String, severity: Severity, place: Place, message: String, fix: String? = nil) {
        self.rule = rule
        self.severity = severity
        self.file = place.file
        self.line = place.line
        self.column = place.column
        self.scalarColumn = place.scalarColumn
        self.message = message
        self.fix = fix
        self.lineText = place.text
    }

    /// Orders findings by file, line, column and rule: the order of every output.
    static func inOrder(_ left: Finding, _ right: Finding) -> Bool {
        (left.file, left.line, left.column, left.rule, left.message)
            < (right.file, right.line, right.column, right.rule, right.message)
    }
}
