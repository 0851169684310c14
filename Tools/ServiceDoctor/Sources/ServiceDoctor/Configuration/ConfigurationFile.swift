import Foundation
import Yams

/// Reads `.service-doctor.yml`.
enum ConfigurationFile {
    private static let keys = ["exclude", "rules", "include_tests", "include_unbuilt", "strict", "baseline"]
    private static let levels = ["off", "note", "warning", "error"]

    /// Reads a configuration from text.
    /// - Parameters:
    ///   - text: YAML.
    ///   - name: How the file is named in errors.
    /// - Throws: ``DoctorError/configuration(_:)`` with the line and column of what is wrong.
    static func parse(_ text: String, name: String) throws(DoctorError) -> DoctorConfiguration {
        var configuration = DoctorConfiguration()
        let root: Node?
        do {
            root = try Yams.compose(yaml: text)
        } catch let error as YamlError {
            throw .configuration("\(name): not valid YAML: \(summary(of: error))")
        } catch {
            throw .configuration("\(name): not valid YAML: \(error)")
        }
        guard let root, root != Node("") else { return configuration }
        guard let mapping = root.mapping else {
            throw problem(at: root, name, "a configuration is a list of keys with values")
        }
        var seen: Set<String> = []
        for (keyNode, value) in mapping {
            let key = try string(keyNode, name, "a key")
            guard seen.insert(key).inserted else { throw problem(at: keyNode, name, "'\(key)' is there twice") }
            // A key without anything below it.
            if keys.contains(key), isNull(value) { continue }
            switch key {
            case "exclude": configuration.exclude = try patterns(value, name)
            case "rules": try readRules(value, name, into: &configuration)
            case "include_tests": configuration.includeTests = try bool(value, name, key)
            case "include_unbuilt": configuration.includeUnbuilt = try bool(value, name, key)
            case "strict": configuration.strict = try bool(value, name, key)
            case "baseline": configuration.baseline = try string(value, name, "'baseline'")
            default:
                throw problem(
                    at: keyNode, name,
                    "there is no key '\(key)'.\(Suggestion.text(for: key, among: keys)) Known are \(keys.joined(separator: ", "))."
                )
            }
        }
        return configuration
    }

    private static func readRules(_ node: Node, _ name: String, into configuration: inout DoctorConfiguration)
        throws(DoctorError)
    {
        guard let mapping = node.mapping else {
            throw problem(at: node, name, "'rules' lists rules with off, note, warning or error")
        }
        for (keyNode, value) in mapping {
            let rule = try string(keyNode, name, "a rule")
            guard RuleCatalog.identifiers.contains(rule) else {
                throw problem(
                    at: keyNode, name,
                    "there is no rule '\(rule)'.\(Suggestion.text(for: rule, among: RuleCatalog.identifiers))")
            }
            // YAML reads a bare `off` as false.
            let level = value.scalar?.string ?? ""
            if level == "off" || level == "false" {
                configuration.disabled.insert(rule)
            } else if let severity = Severity(rawValue: level) {
                configuration.severities[rule] = severity
            } else {
                throw problem(
                    at: value, name,
                    "'\(rule)' is one of off, note, warning and error.\(Suggestion.text(for: level, among: levels))")
            }
        }
    }

    private static func isNull(_ node: Node) -> Bool {
        guard let scalar = node.scalar, scalar.style == .plain || scalar.style == .any else { return false }
        return ["", "~", "null", "Null", "NULL"].contains(scalar.string)
    }

    private static func string(_ node: Node, _ name: String, _ what: String) throws(DoctorError) -> String {
        guard let scalar = node.scalar, !scalar.string.isEmpty, !isNull(node) else {
            throw problem(at: node, name, "\(what) is a text")
        }
        // `exclude: 3` is a number, and `baseline: true` is no file.
        if scalar.style == .plain || scalar.style == .any, node.int != nil || node.float != nil || node.bool != nil {
            throw problem(at: node, name, "\(what) is a text; put '\(scalar.string)' in quotes if it is meant")
        }
        return scalar.string
    }

    private static func patterns(_ node: Node, _ name: String) throws(DoctorError) -> [String] {
        if let scalar = node.scalar {
            return scalar.string.isEmpty
                ? [] : [try pattern(node, name, "'exclude' is a list of patterns, and a pattern")]
        }
        guard let sequence = node.sequence else { throw problem(at: node, name, "'exclude' is a list of patterns") }
        var texts: [String] = []
        for element in sequence { texts.append(try pattern(element, name, "a pattern")) }
        return texts
    }

    private static func pattern(_ node: Node, _ name: String, _ what: String) throws(DoctorError) -> String {
        let text = try string(node, name, what)
        if let mistake = GlobPattern.mistake(in: text) {
            throw problem(at: node, name, "the pattern '\(text)' \(mistake)")
        }
        return text
    }

    private static func bool(_ node: Node, _ name: String, _ key: String) throws(DoctorError) -> Bool {
        guard node.scalar?.style == .plain || node.scalar?.style == .any, let value = node.bool else {
            throw problem(at: node, name, "'\(key)' is true or false")
        }
        return value
    }

    private static func problem(at node: Node, _ name: String, _ text: String) -> DoctorError {
        let place = node.mark.map { ":\($0.line):\($0.column)" } ?? ""
        return .configuration("\(name)\(place): \(text)")
    }

    private static func summary(of error: YamlError) -> String {
        "\(error)".split(whereSeparator: \.isNewline).joined(separator: " ")
    }
}
