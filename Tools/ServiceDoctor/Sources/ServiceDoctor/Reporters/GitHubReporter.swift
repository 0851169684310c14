/// Writes annotations for GitHub workflows, of which GitHub shows ten of each kind.
enum GitHubReporter {
    private static let shown = 10

    static func render(_ report: Report) -> String {
        var lines: [String] = []
        var rest: [String] = []
        for severity in Severity.allCases.sorted(by: >) {
            let findings = report.findings.filter { $0.severity == severity }
            lines += findings.prefix(shown).map(line)
            if findings.count > shown { rest.append("\(findings.count - shown) more \(severity.rawValue)s") }
        }
        if !rest.isEmpty { lines.append("service-doctor: \(rest.joined(separator: ", ")) not shown as annotations") }
        return lines.map { $0 + "\n" }.joined()
    }

    private static func line(_ finding: Finding) -> String {
        let command = finding.severity == .note ? "notice" : finding.severity.rawValue
        let properties =
            "file=\(property(finding.file)),line=\(finding.line),col=\(finding.column),title=\(property(finding.rule))"
        return "::\(command) \(properties)::\(data(finding.message))"
    }

    private static func data(_ text: String) -> String {
        text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
    }

    private static func property(_ text: String) -> String {
        data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
    }
}
