import ServiceDoctor

enum Severities {
    /// The severities of all that is found in a file, in order.
    static func of(_ code: String, at path: String = "Sources/App/A.swift") -> [Severity] {
        Doctor().check(sources: [(path, code)]).findings.map(\.severity)
    }
}
