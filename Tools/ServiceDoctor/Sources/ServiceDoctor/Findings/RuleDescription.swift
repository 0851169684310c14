/// Describes a rule: what it finds, why, and examples that are its tests and its documentation.
public struct RuleDescription: Sendable {
    /// The name that findings, suppressions and the configuration use.
    public let id: String
    /// How much its findings matter, unless configured otherwise.
    public let severity: Severity
    /// What it finds, in one line.
    public let summary: String
    /// Why that hurts.
    public let reason: String
    /// What it leaves alone.
    public let exceptions: String
    /// When a finding is only a note, a case each.
    public var notes: [String] = []
    /// Code that it finds, each place marked.
    public let triggering: [RuleExample]
    /// Code that it leaves alone.
    public let clean: [RuleExample]
    /// Whether `--fix` removes what it finds, which changes nothing that the code does.
    public var isFixable = false
}
