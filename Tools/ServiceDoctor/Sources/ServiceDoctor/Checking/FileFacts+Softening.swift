extension FileFacts {
    /// Makes notes of what the rules have found so far.
    /// - Parameter severities: Of which findings; a file that does not parse stays what it is.
    mutating func soften(_ severities: Set<Severity>) {
        for index in findings.indices
        where severities.contains(findings[index].severity) && findings[index].rule != "syntax_error" {
            findings[index].severity = .note
        }
        candidates = candidates.mapValues { candidates in
            candidates.map { candidate in
                guard severities.contains(candidate.finding.severity) else { return candidate }
                var milder = candidate
                milder.finding.severity = .note
                return milder
            }
        }
    }
}
