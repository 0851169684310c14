public import Inventory

/// Says what is wrong with the policies that people have set.
public struct PolicySettingsError: ExplainedError, Equatable {
    /// Everything that is wrong, each with the file or the variable, the key and what was expected.
    public let problems: [String]

    /// All of it, for the person who set them.
    public var message: String {
        problems.count == 1 ? problems[0] : "The policies are not valid:\n- " + problems.joined(separator: "\n- ")
    }
}
