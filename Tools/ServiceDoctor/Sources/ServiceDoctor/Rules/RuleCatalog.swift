/// Lists the rules.
public enum RuleCatalog {
    static let rules: [any Rule] = [
        ForceTryRule(), ForceUnwrapRule(), SilentCatchRule(), PrintOnlyCatchRule(), PrintLoggingRule(),
        MissingCancellationCheckRule(), TechnicalErrorShownRule(), StaleErrorOnRetryRule(), GenericErrorMessageRule(),
        UnreachableFallbackRule(), MockAsLiveRule(), DirectServiceInViewRule(), MissingMockRule(),
        HealthNotRecordedRule(),
        ControllerShapeRule(), UnregisteredRule(), DuplicateRule(), CycleRule(), CaptiveRule(), BypassRule(),
        UnusedRule(), DiscardedWriteErrorRule(), LostTaskErrorRule(), AssertionOnlyCatchRule(),
        UnresumedContinuationRule(), BlockingWaitRule(), DependencyWithoutLiveRule(),
    ]

    /// What each rule finds and why, in the order of the documentation.
    public static var descriptions: [RuleDescription] { rules.map(\.description) }

    /// Rules that tell another part of the same defect: where both find something, only one of them speaks.
    private static let repetitions = [
        "print_logging": "print_only_catch", "stale_error_on_retry": "missing_cancellation_check",
    ]

    /// Rules that need no file but the one they look at.
    static let judgedByFile: Set<String> = [
        "assertion_only_catch", "discarded_write_error", "force_unwrap", "generic_error_message",
    ]

    /// Leaves out what repeats another finding of the same defect: the milder one, or else the one that says less.
    static func withoutRepetitions(_ findings: [Finding]) -> [Finding] {
        struct Line: Hashable {
            let rule: String
            let file: String
            let line: Int
        }
        let main = Set(repetitions.values)
        var fuller: [Line: [Int]] = [:]
        for (index, finding) in findings.enumerated() where main.contains(finding.rule) {
            for line in finding.extent ?? finding.line...finding.line {
                fuller[Line(rule: finding.rule, file: finding.file, line: line), default: []].append(index)
            }
        }
        guard !fuller.isEmpty else { return findings }
        var repeated: Set<Int> = []
        for (index, finding) in findings.enumerated() {
            guard let rule = repetitions[finding.rule] else { continue }
            for other in fuller[Line(rule: rule, file: finding.file, line: finding.line)] ?? [] {
                repeated.insert(findings[other].severity < finding.severity ? other : index)
            }
        }
        return findings.enumerated().filter { !repeated.contains($0.offset) }.map(\.element)
    }

    /// Findings about the files themselves rather than about the code in them, with what they mean.
    public static let ownFindings: [(id: String, summary: String)] = [
        ("syntax_error", "A file does not parse; its broken declarations are not checked."),
        (
            "unreadable_file",
            "A file cannot be read, is no UTF-8 text, or nests too deep to be looked at, or a folder cannot be listed."
        ),
        ("invalid_suppression", "A suppression comment names no rule, an unknown one, or gives no reason."),
        ("unused_suppression", "A suppression comment silences nothing."),
        ("stale_baseline", "An entry of the baseline no longer occurs."),
        ("graph_unresolved", "A registration or a request that cannot be read from the source; shown with --strict."),
    ]

    /// The names that a suppression or the configuration may use.
    public static let identifiers: Set<String> = Set(rules.map(\.description.id)).union(ownFindings.map(\.id))
}
