#if Health
/// Every problem of a policy whose values are invalid.
public struct InvalidPolicy: Error, Sendable, Equatable, CustomStringConvertible {
    /// The problems, each a sentence that names the value.
    public let problems: [String]

    /// Creates the error.
    ///
    /// - Parameter problems: The problems, each a sentence that names the value.
    public init(problems: [String]) {
        self.problems = problems
    }

    /// The problems, one per line.
    public var description: String {
        "The policy is not valid:\n" + problems.map { "- \($0)" }.joined(separator: "\n")
    }
}
#endif
