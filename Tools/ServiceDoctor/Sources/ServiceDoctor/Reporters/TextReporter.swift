/// Writes findings as compilers do.
enum TextReporter {
    static func render(_ report: Report) -> String {
        report.findings.map { finding in
            let text = OneLine.text(finding.fix.map { "\(finding.message) \($0)" } ?? finding.message)
            return
                "\(OneLine.text(finding.file)):\(finding.line):\(finding.column): \(finding.severity.rawValue): \(text) [\(finding.rule)]\n"
        }.joined()
    }
}

/// Keeps names of files, and text that quotes source code, on one line, and free of what a terminal obeys.
enum OneLine {
    static func text(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        let lines = text.split(whereSeparator: \.isNewline).joined(separator: " ")
        return lines.unicodeScalars.map { scalar in
            isControl(scalar) ? "\\u{\(String(scalar.value, radix: 16, uppercase: true))}" : String(scalar)
        }.joined()
    }

    private static func isControl(_ scalar: UnicodeScalar) -> Bool {
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || [0x2028, 0x2029].contains(scalar.value)
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
