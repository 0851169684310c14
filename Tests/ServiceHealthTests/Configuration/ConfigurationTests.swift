#if Configuration
import Configuration
import Testing

@testable import ServiceHealth

@Suite struct ConfigurationTests {
    static func config(_ values: [AbsoluteConfigKey: ConfigValue]) -> ConfigReader {
        ConfigReader(provider: InMemoryProvider(values: values))
    }

    static func problems(
        _ values: [AbsoluteConfigKey: ConfigValue], keys: [String] = []
    ) -> [String] {
        do throws(InvalidPolicy) {
            _ = try ResiliencePolicy(config: config(values), keys: keys)
            return []
        } catch {
            return error.problems
        }
    }

    /// The example of the docstring, which SnippetTests looks up here.
    @Test func `a policy is read from its part of the configuration`() throws {
        let config = Self.config(["rates.attemptTimeout": "2s"])
        let policy = try ResiliencePolicy(config: config.scoped(to: "rates"))
        #expect(policy.attemptTimeout == .seconds(2))
    }

    @Test func `nothing configured is off`() throws {
        #expect(try ResiliencePolicy(config: Self.config([:])) == ResiliencePolicy())
    }

    @Test(arguments: [("app", ResiliencePolicy.app), ("server", .server), ("off", ResiliencePolicy())])
    func `a preset is where it starts`(preset: String, policy: ResiliencePolicy) throws {
        let config = Self.config(["preset": ConfigValue(.string(preset), isSecret: false)])
        #expect(try ResiliencePolicy(config: config) == policy)
    }

    @Test func `without a preset it starts from what the program has`() throws {
        let base = ResiliencePolicy(
            breaker: CircuitBreakerPolicy(trip: .consecutive(3), openFor: .seconds(5), maximumOpenFor: .seconds(60)),
            attemptTimeout: .seconds(5))
        #expect(try ResiliencePolicy(config: Self.config([:]), startingFrom: base) == base)
        var expected = base
        expected.attemptTimeout = .seconds(2)
        expected.breaker?.openFor = .seconds(9)
        let config = Self.config(["attemptTimeout": "2s", "breaker.openFor": "9s"])
        #expect(try ResiliencePolicy(config: config, startingFrom: base) == expected)
        #expect(try ResiliencePolicy(config: Self.config(["preset": "server"]), startingFrom: base) == .server)
        let health = HealthPolicy(failureThreshold: 3, recoveryInterval: .seconds(5))
        let nine = try HealthPolicy(config: Self.config(["failureThreshold": 9]), startingFrom: health)
        #expect(nine == HealthPolicy(failureThreshold: 9, recoveryInterval: .seconds(5)))
    }

    @Test func `every field can be set`() throws {
        let policy = try ResiliencePolicy(
            config: Self.config([
                "attemptTimeout": "1500ms", "totalTimeout": "2m", "breaker.trip": "rate", "breaker.failureRate": 0.25,
                "breaker.minimumCalls": 40, "breaker.window": "1m", "breaker.slowRate": 0.5,
                "breaker.slowLongerThan": "2s", "breaker.openFor": "5s", "breaker.maximumOpenFor": "1h",
                "breaker.jitter": 0.1, "breaker.probes": 2, "breaker.successesToClose": 4, "retry.maxAttempts": 5,
                "retry.baseDelay": "10ms", "retry.multiplier": 1.5, "retry.maximumDelay": "1s",
                "retry.jitter": "none", "retry.budget": 0.2, "rateLimit.permits": 100, "rateLimit.per": "1m",
                "rateLimit.burst": 20, "rateLimit.maxWait": "2s", "hedging.after": "300ms",
                "hedging.maxAttempts": 3, "bulkhead.maxConcurrent": 10, "bulkhead.maxQueued": 50,
            ]))
        #expect(
            policy
                == ResiliencePolicy(
                    breaker: CircuitBreakerPolicy(
                        trip: .rate(
                            failure: 0.25, minimumCalls: 40, window: .seconds(60),
                            slow: .init(rate: 0.5, longerThan: .seconds(2))),
                        openFor: .seconds(5), maximumOpenFor: .seconds(3600), jitter: 0.1, probes: 2,
                        successesToClose: 4),
                    retry: RetryPolicy(
                        maxAttempts: 5, baseDelay: .milliseconds(10), multiplier: 1.5, maximumDelay: .seconds(1),
                        jitter: .none, budget: 0.2),
                    bulkhead: BulkheadPolicy(maxConcurrent: 10, maxQueued: 50),
                    attemptTimeout: .milliseconds(1500), totalTimeout: .seconds(120),
                    rateLimit: RateLimitPolicy(
                        permits: 100, per: .seconds(60), burst: 20, maxWait: .seconds(2)),
                    hedging: HedgingPolicy(after: .milliseconds(300), maxAttempts: 3)))
    }

    @Test func `numbers may be text, as in the environment`() throws {
        let provider = EnvironmentVariablesProvider(environmentVariables: [
            "RATES_PRESET": "server", "RATES_RETRY_MAX_ATTEMPTS": "7", "RATES_BREAKER_OPEN_FOR": "9 s",
            "RATES_BULKHEAD_MAX_CONCURRENT": "3",
        ])
        let policy = try ResiliencePolicy(config: ConfigReader(provider: provider).scoped(to: "rates"))
        #expect(policy.retry?.maxAttempts == 7)
        #expect(policy.breaker?.openFor == .seconds(9))
        #expect(policy.bulkhead?.maxConcurrent == 3)
        #expect(policy.totalTimeout == ResiliencePolicy.server.totalTimeout)
    }

    @Test func `off turns off what a preset has`() throws {
        let policy = try ResiliencePolicy(
            config: Self.config([
                "preset": "server", "breaker": "off", "retry.budget": "off", "bulkhead": "off",
                "totalTimeout": "off",
            ]))
        #expect(policy.breaker == nil)
        #expect(policy.retry != nil)
        #expect(policy.retry?.budget == nil)
        #expect(policy.bulkhead == nil)
        #expect(policy.totalTimeout == nil)
        #expect(policy.attemptTimeout != nil)
    }

    @Test(arguments: [
        "breaker.openFor", "breaker.window", "breaker.slowLongerThan", "retry.baseDelay", "retry.maximumDelay",
        "rateLimit.per", "rateLimit.maxWait", "hedging.after",
    ])
    func `off is no time where nothing can be off`(key: String) {
        let problems = Self.problems([
            "preset": "server", "rateLimit.permits": 3, "hedging.maxAttempts": 2,
            AbsoluteConfigKey(key.split(separator: ".").map(String.init)): "off",
        ])
        #expect(problems.first { $0.hasPrefix(key) } == "\(key) must be a time such as 250ms, 5s or 2m, but is 'off'.")
    }

    @Test(arguments: ["breaker", "retry", "rateLimit", "hedging", "bulkhead"], ["of", "on", "5"])
    func `a stage is nothing but off, or has fields`(stage: String, word: String) {
        let fields = [
            "breaker": "breaker.openFor", "retry": "retry.maxAttempts", "rateLimit": "rateLimit.permits",
            "hedging": "hedging.after", "bulkhead": "bulkhead.maxConcurrent",
        ]
        let key = AbsoluteConfigKey([stage])
        let value = ConfigValue(.string(word), isSecret: false)
        #expect(
            Self.problems([key: value]) == [
                "\(stage) must be off, or have fields such as \(fields[stage] ?? ""), but is '\(word)'."
            ])
        #expect(Self.problems(["preset": "server", key: value]).count == 1)
    }

    @Test(arguments: [
        (ConfigContent.bool(true), "true"), (.bool(false), "false"), (.stringArray(["10s"]), "[10s]"),
        (.intArray([1, 2]), "[1, 2]"), (.doubleArray([0.5]), "[0.5]"), (.boolArray([true]), "[true]"),
        (.bytes([1, 2, 3]), "3 bytes"), (.byteChunkArray([[1]]), "[[1]]"),
    ])
    func `a value of a type that no field has is named, whatever the field`(content: ConfigContent, text: String) {
        let value = ConfigValue(content, isSecret: false)
        #expect(
            Set(
                Self.problems([
                    "preset": value, "attemptTimeout": value, "breaker.openFor": value, "breaker.jitter": value,
                    "retry.maxAttempts": value, "bulkhead": value, "totalTimeuot": value,
                ])) == [
                    "preset must be one of app, server, off, but is '\(text)'.",
                    "attemptTimeout must be a time such as 250ms, 5s or 2m, but is '\(text)'.",
                    "breaker.openFor must be a time such as 250ms, 5s or 2m, but is '\(text)'.",
                    "breaker.jitter must be a number, but is '\(text)'.",
                    "retry.maxAttempts must be a whole number, but is '\(text)'.",
                    "bulkhead must be off, or have fields such as bulkhead.maxConcurrent, but is '\(text)'.",
                    "totalTimeuot is unknown. Did you mean totalTimeout?",
                ])
        let health = #expect(throws: InvalidPolicy.self) {
            try HealthPolicy(config: Self.config(["recoveryInterval": value]))
        }
        #expect(
            health?.problems == ["recoveryInterval must be a time such as 250ms, 5s or 2m, but is '\(text)'."])
    }

    @Test func `off turns off what other places of the configuration set`() throws {
        let variables = EnvironmentVariablesProvider(environmentVariables: ["BREAKER": "off"])
        let file = InMemoryProvider(values: ["preset": "server", "breaker.openFor": "10s"])
        let policy = try ResiliencePolicy(config: ConfigReader(providers: [variables, file]))
        #expect(policy.breaker == nil)
        #expect(policy.retry != nil)
    }

    @Test func `every problem is named at once, by its key`() {
        let problems = Self.problems([
            "preset": "serve", "attemptTimeout": 5, "totalTimeout": "0s", "breaker.openFor": "5",
            "breaker.probes": "many", "breaker.failures": 0, "retry.jitter": "half", "retry.maxAtempts": 3,
            "rateLimit.permits": 3, "bulkhead.maxQueued": 1, "hedging.maxAttempts": 2, "retry.baseDelay": "5 parsecs",
        ])
        #expect(
            Set(problems) == [
                "preset must be one of app, server, off, but is 'serve'.",
                "attemptTimeout has no unit: write '5s' or '5ms' instead of '5'.",
                "totalTimeout must be above zero, but is 0.0 seconds.",
                "breaker.openFor has no unit: write '5s' or '5ms' instead of '5'.",
                "breaker.probes must be a whole number, but is 'many'.",
                "breaker.failures must be at least 1, but is 0.",
                "retry.jitter must be one of none, full, but is 'half'.",
                "retry.baseDelay must be a time such as 250ms, 5s or 2m, but is '5 parsecs'.",
                "retry.maxAtempts is unknown. Did you mean retry.maxAttempts?",
                "rateLimit needs both rateLimit.permits and rateLimit.per.", "bulkhead needs bulkhead.maxConcurrent.",
                "hedging needs hedging.after.",
            ])
    }

    @Test func `a field of the other way to trip is refused`() {
        #expect(
            Self.problems(["preset": "app", "breaker.window": "5s"]) == [
                "breaker.failureRate, minimumCalls, window, slowRate and slowLongerThan need breaker.trip = rate."
            ])
        #expect(
            Self.problems(["preset": "server", "breaker.failures": 3]) == [
                "breaker.failures needs breaker.trip = consecutive."
            ])
    }

    @Test(arguments: [
        "breaker.open_for", "breaker.openfor", "breaker.opnFor", "breaker.openForr", "attempttimeout",
        "retry.maxAttempt", "bulkhead.max-concurrent", "rateLimit.permit",
    ])
    func `a key spelled nearly like another is found`(key: String) {
        let problems = Self.problems([
            "preset": "server", AbsoluteConfigKey(key.split(separator: ".").map(String.init)): "1",
        ])
        #expect(problems.count { $0.hasPrefix("\(key) is unknown. Did you mean ") } == 1)
    }

    @Test func `every unknown key is found where the keys are known`() {
        let problems = Self.problems(["preset": "app"], keys: ["preset", "breaker.openFor", "colour", "breaker.size"])
        #expect(problems.map { $0.prefix { $0 != " " } } == ["breaker.size", "colour"])
    }

    @Test func `keys may be named as in the environment, and each that is unknown is named once`() throws {
        let variables = [
            "ATTEMPT_TIMEOUT": "2s", "BREAKER_OPEN_FOR": "9s", "RETRY_MAX_ATEMPTS": "3", "COLOUR": "red",
        ]
        let config = ConfigReader(provider: EnvironmentVariablesProvider(environmentVariables: variables))
        let error = #expect(throws: InvalidPolicy.self) {
            try ResiliencePolicy(config: config, keys: Array(variables.keys))
        }
        let problems = try #require(error).problems
        #expect(problems.count == 2 && problems.first?.hasPrefix("COLOUR is unknown.") == true)
        #expect(problems.last == "RETRY_MAX_ATEMPTS is unknown. Did you mean RETRY_MAX_ATTEMPTS?")
    }

    // MARK: Health

    @Test func `a health policy is read the same way`() throws {
        #expect(try HealthPolicy(config: Self.config([:])) == .app)
        #expect(try HealthPolicy(config: Self.config(["preset": "server"])) == .server)
        #expect(try HealthPolicy(config: Self.config(["preset": "off"])).failureThreshold == .max)
        let policy = try HealthPolicy(
            config: Self.config(["preset": "server", "failureThreshold": 9, "recoveryInterval": "1.5s"]))
        #expect(policy == HealthPolicy(failureThreshold: 9, recoveryInterval: .milliseconds(1500)))
        let misspelled = #expect(throws: InvalidPolicy.self) {
            try HealthPolicy(config: Self.config(["failureThreshold": 0, "recoveryIntervall": "5s"]))
        }
        #expect(
            misspelled?.problems == [
                "failureThreshold must be at least 1, but is 0.",
                "recoveryIntervall is unknown. Did you mean recoveryInterval?",
            ])
        let unitless = #expect(throws: InvalidPolicy.self) {
            try HealthPolicy(config: Self.config(["recoveryInterval": 5]))
        }
        #expect(
            unitless?.problems == ["recoveryInterval has no unit: write '5s' or '5ms' instead of '5'."])
    }

    @Test func `a health policy's interval cannot be off`() {
        let error = #expect(throws: InvalidPolicy.self) {
            try HealthPolicy(config: Self.config(["recoveryInterval": "off"]))
        }
        #expect(error?.problems == ["recoveryInterval must be a time such as 250ms, 5s or 2m, but is 'off'."])
    }

    // MARK: Times

    @Test(arguments: [
        ("5s", Duration.seconds(5)), ("250ms", .milliseconds(250)), ("1.5 s", .milliseconds(1500)),
        ("2m", .seconds(120)), ("2min", .seconds(120)), ("1h", .seconds(3600)), ("1d", .seconds(86_400)),
        ("7us", .microseconds(7)), ("7µs", .microseconds(7)), ("3ns", .nanoseconds(3)), ("-1s", .seconds(-1)),
    ])
    func `a time has a number and a unit`(text: String, duration: Duration) {
        #expect(DurationText(text) == .duration(duration))
    }

    @Test(arguments: ["", "s", "5 sec", "five s", "1..5s", "5s5", "1e400s"])
    func `anything else is no time`(text: String) {
        #expect(DurationText(text) == .invalid)
    }

    @Test func `a number alone is no time`() {
        #expect(DurationText("5") == .withoutUnit)
        #expect(DurationText("0") == .withoutUnit)
    }
}
#endif
