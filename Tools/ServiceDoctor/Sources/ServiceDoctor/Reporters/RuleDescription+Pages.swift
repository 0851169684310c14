extension RuleDescription {
    /// The rule as a page of plain text.
    public var text: String {
        """
        \(id) (\(severity.rawValue))

        \(summary)

        \(reason)

        Left alone: \(exceptions)
        \(cases)
        Found:

        \(triggering.map { Self.indented($0.code) }.joined(separator: "\n\n"))

        Not found:

        \(clean.map { Self.indented($0.code) }.joined(separator: "\n\n"))

        """
    }

    /// The rule as a page of Markdown.
    public var markdown: String {
        """
        # \(id)

        \(summary) Severity: \(severity.rawValue).

        \(reason)

        Left alone: \(exceptions)
        \(cases)
        *The Swift blocks below are not compiled: many are wrong on purpose. `RuleExampleTests` parses each and runs the rule over it.*

        ## Found

        An arrow (↓) stands before every place that is found.

        \(triggering.map(Self.fenced).joined(separator: "\n\n"))

        ## Not found

        \(clean.map(Self.fenced).joined(separator: "\n\n"))

        """
    }

    /// What makes a finding a note, as a list between empty lines.
    private var cases: String {
        notes.isEmpty
            ? ""
            : "\nA finding is a note if one of these holds:\n\n\(notes.map { "- \($0)" }.joined(separator: "\n"))\n"
    }

    private static func indented(_ code: String) -> String {
        code.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : "    " + $0 }.joined(
            separator: "\n")
    }

    private static func fenced(_ example: RuleExample) -> String {
        "```swift\n\(example.code)\n```"
    }
}
