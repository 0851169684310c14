/// Names the ways in which rules can be described.
public enum RuleFormat: String, Sendable, CaseIterable {
    /// For reading in a terminal.
    case text
    /// For the documentation.
    case markdown
    /// For programs.
    case json

    /// Describes rules: one in full, several in text as a list.
    /// - Parameter rules: The rules.
    /// - Throws: ``DoctorError/fault(_:)`` where they cannot be encoded; no rule is known to cause it.
    public func render(_ rules: [RuleDescription]) throws(DoctorError) -> String {
        switch self {
        case .text where rules.count == 1:
            return rules.map(\.text).joined()
        case .text:
            let width = rules.map(\.id.count).max() ?? 0
            return rules.map { rule in
                let id = rule.id + String(repeating: " ", count: width - rule.id.count)
                let severity = rule.severity.rawValue + String(repeating: " ", count: 7 - rule.severity.rawValue.count)
                return "\(id)  \(severity)  \(rule.summary)\n"
            }.joined()
        case .markdown:
            return rules.map(\.markdown).joined(separator: "\n")
        case .json:
            return try JSONReporter.encode(rules.map(Item.init))
        }
    }

    /// Describes a finding about the files themselves, which no rule makes but which is configured like one.
    /// - Parameters:
    ///   - id: Its name.
    ///   - summary: What it means.
    /// - Throws: ``DoctorError/fault(_:)`` where it cannot be encoded; none is known to cause it.
    public func render(_ id: String, _ summary: String) throws(DoctorError) -> String {
        switch self {
        case .text: "\(id)\n\n\(summary)\n"
        case .markdown: "# \(id)\n\n\(summary)\n"
        case .json: try JSONReporter.encode([["id": id, "summary": summary]])
        }
    }

    private struct Item: Encodable {
        let id: String
        let severity: Severity
        let summary: String
        let reason: String
        let exceptions: String
        let notes: [String]
        let found: [String]
        let notFound: [String]

        init(_ rule: RuleDescription) {
            id = rule.id
            severity = rule.severity
            summary = rule.summary
            reason = rule.reason
            exceptions = rule.exceptions
            notes = rule.notes
            found = rule.triggering.map(\.code)
            notFound = rule.clean.map(\.code)
        }
    }
}
