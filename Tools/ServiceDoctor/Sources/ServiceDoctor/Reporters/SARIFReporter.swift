import Foundation

/// Writes SARIF 2.1.0, which code scanning services read.
enum SARIFReporter {
    private static let limit = 5_000

    static func render(_ report: Report) throws(DoctorError) -> String {
        let rules = SARIFRule.all
        let indices = Dictionary(uniqueKeysWithValues: rules.enumerated().map { ($1.id, $0) })
        // What matters most comes first where not everything can.
        let shown =
            report.findings.count <= limit
            ? report.findings
            : Array(
                report.findings.sorted {
                    $0.severity != $1.severity ? $0.severity > $1.severity : Finding.inOrder($0, $1)
                }.prefix(limit))
        let results = shown.map { Result($0, ruleIndex: indices[$0.rule]) }
        let left = report.findings.count - shown.count
        let notes =
            left == 0
            ? nil : [Notification(level: "note", message: Message(text: "\(left) more findings are not listed."))]
        let run = Run(
            tool: Tool(driver: Driver(rules: rules)),
            invocations: [Invocation(executionSuccessful: true, toolExecutionNotifications: notes)],
            originalUriBaseIds: ["SRCROOT": Base(description: Message(text: "The folder that the check was run in."))],
            results: results)
        return try JSONReporter.encode(Log(runs: [run]))
    }

    private struct Log: Encodable {
        let schema = "https://json.schemastore.org/sarif-2.1.0.json"
        let version = "2.1.0"
        let runs: [Run]

        enum CodingKeys: String, CodingKey {
            case schema = "$schema"
            case version, runs
        }
    }

    private struct Run: Encodable {
        let tool: Tool
        let columnKind = "unicodeCodePoints"
        let invocations: [Invocation]
        let originalUriBaseIds: [String: Base]
        let results: [Result]
    }

    private struct Tool: Encodable {
        let driver: Driver
    }

    private struct Driver: Encodable {
        let name = "service-doctor"
        let rules: [SARIFRule]
    }

    private struct Invocation: Encodable {
        let executionSuccessful: Bool
        let toolExecutionNotifications: [Notification]?
    }

    private struct Notification: Encodable {
        let level: String
        let message: Message
    }

    private struct Base: Encodable {
        let description: Message
    }

    struct Message: Encodable {
        let text: String
    }

    private struct Result: Encodable {
        let ruleId: String
        let ruleIndex: Int?
        let level: String
        let message: Message
        let locations: [Location]

        init(_ finding: Finding, ruleIndex: Int?) {
            ruleId = finding.rule
            self.ruleIndex = ruleIndex
            level = finding.severity.rawValue
            message = Message(text: finding.message)
            locations = [Location(finding)]
        }
    }

    private struct Location: Encodable {
        struct Physical: Encodable {
            let artifactLocation: Artifact
            let region: Region
        }
        struct Artifact: Encodable {
            let uri: String
            let uriBaseId: String?
        }
        struct Region: Encodable {
            let startLine: Int
            let startColumn: Int
        }
        let physicalLocation: Physical

        init(_ finding: Finding) {
            var allowed = CharacterSet.alphanumerics.intersection(
                CharacterSet(charactersIn: Unicode.Scalar(0)..<Unicode.Scalar(128)))
            allowed.insert(charactersIn: "/-._~")
            let isAbsolute = finding.file.hasPrefix("/")
            let path = finding.file.addingPercentEncoding(withAllowedCharacters: allowed) ?? "unknown"
            physicalLocation = Physical(
                artifactLocation: Artifact(
                    uri: isAbsolute ? "file://" + path : path, uriBaseId: isAbsolute ? nil : "SRCROOT"),
                region: Region(startLine: finding.line, startColumn: finding.scalarColumn))
        }
    }
}

/// A rule as SARIF lists it.
struct SARIFRule: Encodable {
    let id: String
    let shortDescription: SARIFReporter.Message
    let fullDescription: SARIFReporter.Message
    let help: Help
    let defaultConfiguration: Configuration

    struct Help: Encodable {
        let text: String
        let markdown: String
    }

    struct Configuration: Encodable {
        let level: String
    }

    static var all: [SARIFRule] {
        RuleCatalog.descriptions.map { rule in
            SARIFRule(
                id: rule.id, shortDescription: .init(text: rule.summary), fullDescription: .init(text: rule.reason),
                help: Help(text: rule.text, markdown: rule.markdown),
                defaultConfiguration: Configuration(level: rule.severity.rawValue))
        }
            + RuleCatalog.ownFindings.map { own in
                SARIFRule(
                    id: own.id, shortDescription: .init(text: own.summary), fullDescription: .init(text: own.summary),
                    help: Help(text: own.summary, markdown: own.summary),
                    defaultConfiguration: Configuration(level: "warning"))
            }
    }
}
