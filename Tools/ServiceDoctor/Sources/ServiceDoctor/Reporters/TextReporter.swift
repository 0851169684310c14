/// Writes findings as compilers do.
enum TextReporter {
    static func render(_ report: Report) -> String {
        report.findings.map { finding in
            let text = OneLine.text(finding.fix.map { "\(finding.message) \($0)" } ?? finding.message)
            return
                "\(finding.file):\(finding.line):\(finding.column): \(finding.severity.rawValue): \(text) [\(finding.rule)]\n"
        }.joined()
    }
}

/// Keeps text that quotes source code on one line.
enum OneLine {
    static func text(_ text: String) -> String {
        text.contains(where: \.isNewline) ? text.split(whereSeparator: \.isNewline).joined(separator: " ") : text
    }
}

extension Report {
    /// The counts in one line, for people.
    public var summary: String {
        func counted(_ count: Int, _ word: String) -> String { "\(count) \(word)\(count == 1 ? "" : "s")" }
        let parts = [
            counted(files, "file"), counted(count(.error), "error"), counted(count(.warning), "warning"),
            counted(count(.note), "note"),
        ]
        let omissions = omitted.keys.sorted().map { "\(omitted[$0] ?? 0) \($0.words)" }
        return parts.joined(separator: ", ") + (suppressed == 0 ? "" : ", \(suppressed) suppressed")
            + (omissions.isEmpty ? "" : "; left out: " + omissions.joined(separator: ", "))
    }
}
