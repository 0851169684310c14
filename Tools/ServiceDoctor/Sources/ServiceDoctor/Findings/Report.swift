/// Holds the outcome of a check: the sorted findings and their counts.
public struct Report: Sendable, Equatable {
    /// Everything found that is neither suppressed nor in the baseline, in order of place.
    public internal(set) var findings: [Finding]
    /// How many files were checked.
    public internal(set) var files: Int
    /// How many files were left out, for each reason.
    public internal(set) var omitted: [Omission: Int] = [:]
    /// How many findings a comment or the baseline holds back.
    public internal(set) var suppressed: Int

    /// How many findings have a severity.
    /// - Parameter severity: The severity to count.
    /// - Complexity: O(*n*) in the number of findings.
    public func count(_ severity: Severity) -> Int {
        findings.count { $0.severity == severity }
    }

    /// Returns the report with the paths of its findings written in another way.
    /// - Parameter rename: Returns how a path is to be written.
    public func renamingFiles(_ rename: (String) -> String) -> Report {
        var report = self
        for index in report.findings.indices { report.findings[index].file = rename(report.findings[index].file) }
        return report
    }

    /// Says whether the check counts as failed.
    /// - Parameter strict: Whether warnings and notes fail it too.
    public func fails(strict: Bool) -> Bool {
        strict ? !findings.isEmpty : findings.contains { $0.severity == .error }
    }
}
