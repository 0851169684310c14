#if Configuration
public import Configuration

extension HealthPolicy {
    private enum Preset: String, CaseIterable {
        case app, server, off
    }

    /// Reads a policy from configuration.
    ///
    /// It starts from `preset`: `app`, `server`, or `off`, with which no number of failures degrades a service. The fields are `failureThreshold` and `recoveryInterval`, a time with its unit.
    ///
    /// - Parameters:
    ///   - config: Where the fields are read.
    ///   - base: The policy to start from if there is no `preset`.
    ///   - keys: All keys that are set, as in a file (`recoveryInterval`) or as in the environment
    ///     (`RECOVERY_INTERVAL`), to reject unknown ones. A reader cannot list its keys, so without this only keys that
    ///     look like a misspelling of a known one are found.
    /// - Throws: ``InvalidPolicy`` with every key that is unknown, out of range, without a unit or of another type.
    public init(
        config: ConfigReader, startingFrom base: HealthPolicy = .app, keys: [String] = []
    ) throws(InvalidPolicy) {
        var fields = ConfigFields(config)
        let preset =
            switch fields.word("preset", Preset.self) {
            case .app: HealthPolicy.app
            case .server: HealthPolicy.server
            case .off: HealthPolicy(failureThreshold: .max)
            case nil: base
            }
        let threshold = fields.integer("failureThreshold") ?? preset.failureThreshold
        let interval = fields.duration("recoveryInterval") ?? preset.recoveryInterval
        if threshold < 1 { fields.problems.append("failureThreshold must be at least 1, but is \(threshold).") }
        if interval < .zero { fields.problems.append("recoveryInterval must be zero or more, but is \(interval).") }
        fields.refuseUnknown(among: keys)
        guard fields.problems.isEmpty else { throw InvalidPolicy(problems: fields.problems) }
        self.init(failureThreshold: threshold, recoveryInterval: interval)
    }
}
#endif
