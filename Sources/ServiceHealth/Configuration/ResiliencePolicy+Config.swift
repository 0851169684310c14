#if Configuration
public import Configuration

extension ResiliencePolicy {
    private enum Preset: String, CaseIterable {
        case app, server, off
    }

    /// Reads a policy from configuration.
    ///
    /// ```
    /// {"rates": {"preset": "server", "attemptTimeout": "2s", "breaker": {"openFor": "10s"}, "bulkhead": "off"}}
    /// ```
    ///
    /// ```swift
    /// let policy = try ResiliencePolicy(config: config.scoped(to: "rates"))
    /// ```
    ///
    /// It starts from `preset`: `app`, `server` or `off`. Each field can be set by name, times with their unit:
    /// `attemptTimeout`, `totalTimeout`; `breaker.` with `trip` (`consecutive` or `rate`), `failures`,
    /// `failureRate`, `minimumCalls`, `window`, `slowRate`, `slowLongerThan`, `openFor`, `maximumOpenFor`, `jitter`,
    /// `probes`, `successesToClose`; `retry.` with `maxAttempts`, `baseDelay`, `multiplier`, `maximumDelay`, `jitter`
    /// (`none` or `full`), `budget`; `rateLimit.` with `permits`, `per`, `burst`, `maxWait`; `hedging.` with `after`,
    /// `maxAttempts`; `bulkhead.` with `maxConcurrent`, `maxQueued`. The value `off` for a stage or a timeout turns it off,
    /// whatever fields of the stage are set, so that a variable can turn off what a file configures.
    ///
    /// - Parameters:
    ///   - config: Where the fields are read.
    ///   - base: The policy to start from if there is no `preset`. By default, all stages are off.
    ///   - keys: All keys that are set, as in a file (`breaker.openFor`) or as in the environment (`BREAKER_OPEN_FOR`),
    ///     to reject unknown ones. A reader cannot list its keys, so without this only keys that look like a
    ///     misspelling of a known one are found.
    /// - Throws: ``InvalidPolicy`` with every key that is unknown, out of range, without a unit or of another type.
    public init(
        config: ConfigReader, startingFrom base: ResiliencePolicy = ResiliencePolicy(), keys: [String] = []
    ) throws(InvalidPolicy) {
        var fields = ConfigFields(config)
        switch fields.word("preset", Preset.self) {
        case .app: self = .app
        case .server: self = .server
        case .off: self = ResiliencePolicy()
        case nil: self = base
        }
        attemptTimeout = fields.isOff("attemptTimeout") ? nil : fields.duration("attemptTimeout") ?? attemptTimeout
        totalTimeout = fields.isOff("totalTimeout") ? nil : fields.duration("totalTimeout") ?? totalTimeout
        breaker = CircuitBreakerPolicy(reading: &fields, from: breaker)
        retry = RetryPolicy(reading: &fields, from: retry)
        rateLimit = RateLimitPolicy(reading: &fields, from: rateLimit)
        hedging = HedgingPolicy(reading: &fields, from: hedging)
        bulkhead = BulkheadPolicy(reading: &fields, from: bulkhead)
        fields.refuseUnknown(among: keys)
        fields.problems += rangeProblems
        guard fields.problems.isEmpty else { throw InvalidPolicy(problems: fields.problems) }
    }

    /// What ``validate()`` finds, in terms of keys.
    private var rangeProblems: [String] {
        do throws(InvalidPolicy) {
            try validate()
            return []
        } catch {
            return error.problems.map(Self.keyed)
        }
    }

    /// Puts the key of a field in the place of its path in Swift.
    private static func keyed(_ problem: String) -> String {
        let names = [
            "circuitBreaker: trip.consecutive ": "breaker.failures ",
            "circuitBreaker: trip.failure ": "breaker.failureRate ",
            "circuitBreaker: trip.slow.rate ": "breaker.slowRate ",
            "circuitBreaker: trip.slow.longerThan ": "breaker.slowLongerThan ", "circuitBreaker: trip.": "breaker.",
            "circuitBreaker: ": "breaker.", "retry: ": "retry.", "rateLimit: ": "rateLimit.", "hedging: ": "hedging.",
            "bulkhead: ": "bulkhead.",
        ]
        let longest = names.keys.filter { problem.hasPrefix($0) }.max { $0.count < $1.count }
        guard let longest, let name = names[longest] else { return problem }
        return name + problem.dropFirst(longest.count)
    }
}
#endif
