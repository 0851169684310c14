/// Names the ways in which a report can be written.
public enum OutputFormat: String, Sendable, CaseIterable {
    /// `path:line:column: error: message [rule]`, which Xcode and editors understand.
    case text
    /// One JSON object.
    case json
    /// SARIF 2.1.0, for code scanning.
    case sarif
    /// Annotations of GitHub workflows.
    case github
    /// The same as ``text`` for build phases of Xcode, which wants absolute paths: the caller renames the files.
    case xcode
    /// How often each rule found something.
    case summary

    /// Returns a report in this format, ending in a line break unless it is empty.
    /// - Parameter report: The report.
    /// - Throws: ``DoctorError/fault(_:)`` where it cannot be encoded; no report is known to cause it.
    public func render(_ report: Report) throws(DoctorError) -> String {
        switch self {
        case .text, .xcode: TextReporter.render(report)
        case .json: try JSONReporter.render(report)
        case .sarif: try SARIFReporter.render(report)
        case .github: GitHubReporter.render(report)
        case .summary: SummaryReporter.render(report)
        }
    }
}
