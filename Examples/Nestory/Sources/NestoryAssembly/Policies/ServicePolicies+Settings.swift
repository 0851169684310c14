public import NestoryServices
import ServiceHealth

extension ServicePolicies {
    /// Reads how the services are protected. What is not set stays as the program has it.
    ///
    /// ```json
    /// {"currency": {"attemptTimeout": "2s", "breaker": {"openFor": "10s"}}, "health": {"recoveryInterval": "10s"}}
    /// ```
    ///
    /// - Parameters:
    ///   - file: A file with JSON: an object for `health`, and one for each of ``services``; nil for none.
    ///   - environment: Variables such as `NESTORY_POLICY_CURRENCY_ATTEMPT_TIMEOUT`, which win over the file. Others
    ///     than those that begin with `NESTORY_POLICY_` are passed over.
    ///   - defaults: The policies that hold where nothing is set.
    /// - Throws: ``PolicySettingsError`` where the file cannot be read, or with everything that is unknown, out of range or
    ///   without a unit.
    public init(
        file: String?, environment: [String: String], startingFrom defaults: ServicePolicies = ServicePolicies()
    ) throws(PolicySettingsError) {
        self = defaults
        let settings = try PolicySettings(
            file: file, environment: environment, sections: ["health"] + Self.services.map(\.rawValue))
        var problems: [String] = []
        do throws(PolicySettingsError) {
            health = try settings.read("health") { config, keys throws(InvalidPolicy) in
                try HealthPolicy(config: config, startingFrom: health, keys: keys)
            }
        } catch {
            problems += error.problems
        }
        for service in Self.services {
            do throws(PolicySettingsError) {
                self[service] = try settings.read(service.rawValue) { config, keys throws(InvalidPolicy) in
                    try ResiliencePolicy(config: config, startingFrom: self[service], keys: keys)
                }
            } catch {
                problems += error.problems
            }
        }
        guard problems.isEmpty else { throw PolicySettingsError(problems: problems) }
    }
}
