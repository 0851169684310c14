/// Writes the configuration that a team begins with.
public enum StarterConfiguration {
    /// The text of a configuration that names every rule, grouped by when a team takes it up.
    /// - Parameter baseline: The baseline's file name.
    public static func text(baseline: String) -> String {
        let rules = RuleCatalog.descriptions
        var lines = [
            "# What service-doctor checks here. A rule is off, note, warning or error.",
            "baseline: \(baseline)",
            "exclude: []",
            "rules:",
        ]
        func add(_ title: String, _ rules: [RuleDescription], _ level: (RuleDescription) -> String) {
            lines.append("  # \(title)")
            lines += rules.map { "  \($0.id): \(level($0))  # \($0.summary)" }
        }
        add("Begin with these: each of them is a failure that people meet.", rules.filter { $0.severity == .error }) {
            $0.severity.rawValue
        }
        add("Then these, a few at a time.", rules.filter { $0.severity == .warning && !later.contains($0.id) }) {
            $0.severity.rawValue
        }
        add(
            "Worth a look: the source does not show whether it matters.",
            rules.filter { $0.severity == .note && !later.contains($0.id) }
        ) {
            $0.severity.rawValue
        }
        add("Later, or never: matters of house style.", rules.filter { later.contains($0.id) }) { _ in "off" }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Returns what that text says.
    /// - Parameter baseline: The baseline's file name.
    /// - Throws: ``DoctorError/configuration(_:)`` where the text is wrong, which a test rules out.
    public static func configuration(baseline: String) throws(DoctorError) -> DoctorConfiguration {
        try ConfigurationFile.parse(text(baseline: baseline), name: DoctorConfiguration.defaultFileName)
    }

    private static let later: Set<String> = [
        "controller_shape", "missing_mock", "print_logging", "force_unwrap", "generic_error_message", "di_unused",
    ]
}
