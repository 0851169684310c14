/// Shows code that a rule finds, or does not find.
public struct RuleExample: Sendable, ExpressibleByStringLiteral {
    /// The code. An arrow (↓) stands before every place that is found; a line `// FILE: path` begins another file.
    public let code: String

    /// Makes an example.
    /// - Parameter code: The code, with an arrow before every place that is found.
    public init(_ code: String) {
        self.code = code
    }

    /// Makes an example from a literal.
    public init(stringLiteral value: String) {
        self.init(value)
    }

    /// The code as it is, without arrows.
    public var source: String { code.filter { $0 != "↓" } }
}
