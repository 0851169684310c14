import Foundation

/// Writes a report as one JSON object.
enum JSONReporter {
    private struct Output: Encodable {
        let version = 1
        let findings: [Item]
        let summary: Summary
        /// Files that are not checked, by reason.
        let omitted: [String: Int]
    }

    private struct Item: Encodable {
        let rule: String
        let severity: Severity
        let file: String
        let line: Int
        let column: Int
        let message: String
        let fix: String?
    }

    private struct Summary: Encodable {
        let files: Int
        let errors: Int
        let warnings: Int
        let notes: Int
        let suppressed: Int
    }

    static func render(_ report: Report) throws(DoctorError) -> String {
        let items = report.findings.map {
            Item(
                rule: $0.rule, severity: $0.severity, file: $0.file, line: $0.line, column: $0.column,
                message: $0.message, fix: $0.fix)
        }
        let summary = Summary(
            files: report.files, errors: report.count(.error), warnings: report.count(.warning),
            notes: report.count(.note),
            suppressed: report.suppressed)
        let omitted = Dictionary(uniqueKeysWithValues: report.omitted.map { ($0.key.rawValue, $0.value) })
        return try encode(Output(findings: items, summary: summary, omitted: omitted))
    }

    static func encode(_ value: some Encodable) throws(DoctorError) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
        } catch {
            throw .fault("The output could not be encoded: \(error)")
        }
    }
}
