/// What is wrong with an item, field by field, in words for people.
public struct ItemProblems: Error, Sendable, Equatable {
    /// The message of each field that cannot stay as it is: what was expected, and what was found.
    public var messages: [ItemField: String]

    /// Wraps messages.
    public init(_ messages: [ItemField: String] = [:]) {
        self.messages = messages
    }

    /// The fields with a message, in the order of ``ItemField``.
    public var fields: [ItemField] { ItemField.allCases.filter { messages[$0] != nil } }
}
