/// Words for people about something that went wrong, with what they can do about it.
public struct UserMessage: Equatable, Sendable {
    /// A short heading, where there is one.
    public let title: String?
    /// What happened and what to do, in full sentences and without technical words.
    public let message: String
    /// Whether trying the same again may help.
    public let isRecoverable: Bool

    /// Makes a message.
    ///
    /// - Parameters:
    ///   - title: A short heading; an alert falls back to a general one.
    ///   - message: What happened and what to do.
    ///   - isRecoverable: Whether trying the same again may help.
    public init(title: String? = nil, message: String, isRecoverable: Bool = false) {
        self.title = title
        self.message = message
        self.isRecoverable = isRecoverable
    }
}
