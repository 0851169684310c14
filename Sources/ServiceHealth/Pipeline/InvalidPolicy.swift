#if Health
/// Says what is wrong with a policy: every problem at once.
public struct InvalidPolicy: Error, Sendable, Equatable, CustomStringConvertible {
    /// What is wrong, one sentence for each value, naming it.
    public let problems: [String]

    /// Makes the error.
    ///
    /// - Parameter problems: What is wrong, one sentence for each value, naming it.
    public init(problems: [String]) {
        self.problems = problems
    }

    /// The problems, one a line.
    public var description: String {
        "The policy is not valid:\n" + problems.map { "- \($0)" }.joined(separator: "\n")
    }
}
#endif
