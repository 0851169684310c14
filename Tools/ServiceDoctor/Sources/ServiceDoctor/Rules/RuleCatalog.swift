/// Lists the rules.
public enum RuleCatalog {
    static let rules: [any Rule] = [
        ForceTryRule(), ForceUnwrapRule(), SilentCatchRule(), PrintOnlyCatchRule(), PrintLoggingRule(),
        MissingCancellationCheckRule(), TechnicalErrorShownRule(), StaleErrorOnRetryRule(), GenericErrorMessageRule(),
        UnreachableFallbackRule(), MockAsLiveRule(), DirectServiceInViewRule(), MissingMockRule(),
        HealthNotRecordedRule(),
        ControllerShapeRule(), UnregisteredRule(), DuplicateRule(), CycleRule(), CaptiveRule(), BypassRule(),
        UnusedRule(),
    ]

    /// What each rule finds and why, in the order of the documentation.
    public static var descriptions: [RuleDescription] { rules.map(\.description) }

    /// Findings about the files themselves rather than about the code in them, with what they mean.
    public static let ownFindings: [(id: String, summary: String)] = [
        ("syntax_error", "A file does not parse; its broken declarations are not checked."),
        ("unreadable_file", "A file cannot be read, is no UTF-8 text, or nests too deep to be looked at."),
        ("invalid_suppression", "A suppression comment names no rule, an unknown one, or gives no reason."),
        ("unused_suppression", "A suppression comment silences nothing."),
        ("stale_baseline", "An entry of the baseline no longer occurs."),
        ("graph_unresolved", "A registration or a request that cannot be read from the source; shown with --strict."),
    ]

    /// The names that a suppression or the configuration may use.
    public static let identifiers: Set<String> = Set(rules.map(\.description.id)).union(ownFindings.map(\.id))
}
