/// Says what is checked, and how much what is found matters.
public struct DoctorConfiguration: Sendable, Equatable {
    /// Patterns of paths that are left out: `*`, `**` and `?`, relative to the working directory.
    public var exclude: [String]
    /// The severities of rules that shall have another one than their own. What a rule finds milder than its own becomes no worse.
    public var severities: [String: Severity]
    /// The rules that are switched off.
    public var disabled: Set<String>
    /// If not empty, the only rules that run.
    public var only: Set<String>
    /// Whether tests are checked too.
    public var includeTests: Bool
    /// Whether files that no target of an Xcode project builds are checked too.
    public var includeUnbuilt: Bool
    /// Whether warnings and notes fail a check, and what cannot be read from the source is shown.
    public var strict: Bool
    /// The path of a baseline file.
    public var baseline: String?
    /// A folder in which reports are kept for checks of files that have not changed; nil keeps none.
    public var cache: String?
    /// How many files are read at a time, at least one.
    public var jobs: Int

    /// Makes a configuration; every argument has the default of the command line.
    public init(
        exclude: [String] = [], severities: [String: Severity] = [:], disabled: Set<String> = [],
        only: Set<String> = [],
        includeTests: Bool = false, includeUnbuilt: Bool = false, strict: Bool = false, baseline: String? = nil,
        cache: String? = nil, jobs: Int = 2
    ) {
        self.exclude = exclude
        self.severities = severities
        self.disabled = disabled
        self.only = only
        self.includeTests = includeTests
        self.includeUnbuilt = includeUnbuilt
        self.strict = strict
        self.baseline = baseline
        self.cache = cache
        self.jobs = jobs
    }

    func runs(_ rule: String) -> Bool {
        !disabled.contains(rule) && (only.isEmpty || only.contains(rule))
    }

    /// Findings about files count whatever rules are picked, unless they are switched off.
    func shows(_ finding: Finding) -> Bool {
        let isOwn = RuleCatalog.ownFindings.contains { $0.id == finding.rule }
        return isOwn ? !disabled.contains(finding.rule) : runs(finding.rule)
    }
}
