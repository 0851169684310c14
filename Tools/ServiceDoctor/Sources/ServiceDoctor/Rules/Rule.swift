/// Finds one kind of mistake.
protocol Rule: Sendable {
    var description: RuleDescription { get }

    /// Returns what is wrong in a file, whatever the other files hold.
    func inspect(_ unit: SourceUnit) -> [Finding]

    /// Returns what may be wrong in a file, for ``conclude(_:)`` to decide.
    func gather(_ unit: SourceUnit) -> [Candidate]

    /// Returns what is wrong once all files are known.
    func conclude(_ project: Project) -> [Finding]
}

extension Rule {
    func inspect(_ unit: SourceUnit) -> [Finding] { [] }
    func gather(_ unit: SourceUnit) -> [Candidate] { [] }
    func conclude(_ project: Project) -> [Finding] { [] }

    func finding(_ place: Place, _ message: String, severity: Severity? = nil, fix: String? = nil) -> Finding {
        Finding(
            rule: description.id, severity: severity ?? description.severity, place: place, message: message, fix: fix)
    }
}
