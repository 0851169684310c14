import Configuration
import ServiceHealth

/// What people have set, in a file and in the environment, by the sections that there may be.
struct PolicySettings {
    /// What the names of all variables begin with.
    private static let prefix = "NESTORY_POLICY_"

    private let file: String?
    private let config: ConfigReader
    /// The keys in the file, by section: `breaker.openFor`.
    private var keys: [String: [String]] = [:]
    /// The variables, by section and without its name: `BREAKER_OPEN_FOR`.
    private var variables: [String: [String]] = [:]

    /// Reads what is there.
    ///
    /// - Parameters:
    ///   - file: A file with JSON; nil for none.
    ///   - environment: All variables.
    ///   - sections: The sections that there may be.
    /// - Throws: ``PolicySettingsError`` where the file cannot be read, or something is in no section.
    init(file: String?, environment: [String: String], sections: [String]) throws(PolicySettingsError) {
        self.file = file
        var problems: [String] = []
        var values: [AbsoluteConfigKey: ConfigValue] = [:]
        for setting in try file.map(PolicyFile.settings) ?? [] {
            guard let section = setting.path.first, sections.contains(section) else {
                problems.append("\(setting.name) is in no section that there is: \(sections.joined(separator: ", ")).")
                continue
            }
            keys[section, default: []].append(setting.path.dropFirst().joined(separator: "."))
            values[AbsoluteConfigKey(setting.path)] = ConfigValue(.string(setting.text), isSecret: false)
        }
        for name in environment.keys.sorted() where name.hasPrefix(Self.prefix) {
            let rest = name.dropFirst(Self.prefix.count)
            // The longest: that of changes begins with that of the inventory.
            let section = sections.filter { rest.hasPrefix(Self.stem($0)) }.max { $0.count < $1.count }
            guard let section else {
                problems.append("\(name) is in no section that there is: \(sections.joined(separator: ", ")).")
                continue
            }
            variables[section, default: []].append(String(rest.dropFirst(Self.stem(section).count)))
        }
        guard problems.isEmpty else { throw PolicySettingsError(problems: problems) }
        config = ConfigReader(providers: [
            EnvironmentVariablesProvider(environmentVariables: environment).prefixKeys(
                with: ConfigKey(["nestory", "policy"])),
            InMemoryProvider(name: file, values: values),
        ])
    }

    /// Reads a section.
    ///
    /// - Parameter body: Reads it, and is told of all keys that are there.
    /// - Throws: ``PolicySettingsError`` with the problems that the body has found, and where each is.
    func read<Policy>(
        _ section: String, _ body: (ConfigReader, [String]) throws(InvalidPolicy) -> Policy
    ) throws(PolicySettingsError) -> Policy {
        let variables = variables[section, default: []]
        do throws(InvalidPolicy) {
            return try body(config.scoped(to: ConfigKey([section])), keys[section, default: []] + variables)
        } catch {
            throw PolicySettingsError(problems: error.problems.map { located($0, in: section, variables) })
        }
    }

    /// Says of a problem, which begins with its key, where that key is.
    private func located(_ problem: String, in section: String, _ variables: [String]) -> String {
        let key = problem.prefix { $0 != " " }
        // The same key in both spellings: BREAKER_OPEN_FOR and breaker.openFor.
        func letters(_ name: some StringProtocol) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }
        if let variable = variables.first(where: { letters($0) == letters(key) }) {
            return "\(Self.prefix)\(Self.stem(section))\(variable)\(problem.dropFirst(key.count))"
        }
        return "\(file.map { "\($0): " } ?? "")\(section).\(problem)"
    }

    /// What the names of a section's variables begin with, after the prefix.
    private static func stem(_ section: String) -> String {
        section.uppercased().replacing("-", with: "_") + "_"
    }
}
