/// Writes how often each rule found something, the most frequent first.
enum SummaryReporter {
    static func render(_ report: Report) -> String {
        struct Row {
            let rule: String
            var counts: [Severity: Int] = [:]
            var files: Set<String> = []
            var total: Int { counts.values.reduce(0, +) }
        }
        var rows: [String: Row] = [:]
        for finding in report.findings {
            rows[finding.rule, default: Row(rule: finding.rule)].counts[finding.severity, default: 0] += 1
            rows[finding.rule]?.files.insert(finding.file)
        }
        let sorted = rows.values.sorted { ($1.total, $0.rule) < ($0.total, $1.rule) }
        let width = max(4, sorted.map(\.rule.count).max() ?? 0)
        func line(_ name: String, _ columns: [String]) -> String {
            name.padded(to: width)
                + columns.map { "  " + String(repeating: " ", count: max(0, 8 - $0.count)) + $0 }.joined()
        }
        var lines = [line("rule", ["errors", "warnings", "notes", "files"])]
        for row in sorted {
            let counts = [Severity.error, .warning, .note].map { String(row.counts[$0] ?? 0) }
            lines.append(line(row.rule, counts + [String(row.files.count)]))
        }
        return (lines + ["", report.summary]).joined(separator: "\n") + "\n"
    }
}

extension String {
    /// This text with spaces behind it.
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
