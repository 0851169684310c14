/// A message for people about something that went wrong, with what they can do about it.
public struct UserMessage: Equatable, Sendable {
    /// A short heading, if there is one.
    public let title: String?
    /// What happened and what to do, in full sentences and without technical words.
    public let message: String
    /// Whether trying again may help.
    public let isRecoverable: Bool

    /// Creates a message.
    ///
    /// - Parameters:
    ///   - title: A short heading; an alert uses a general one if there is none.
    ///   - message: What happened and what to do.
    ///   - isRecoverable: Whether trying again may help.
    public init(title: String? = nil, message: String, isRecoverable: Bool = false) {
        self.title = title
        self.message = message
        self.isRecoverable = isRecoverable
    }
}
