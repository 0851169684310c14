/// Why there is no answer of a web server.
public enum WebError: Error, Sendable, Equatable {
    /// Nothing listens there, the name is unknown, or it is not HTTP that is spoken. The details are for logs.
    case unreachable(details: String)
    /// The answer took too long.
    case tooSlow(Duration)
    /// The connection ended in the middle of the answer.
    case brokeOff
    /// The answer has more bytes than were allowed.
    case tooLarge(limit: Int)
    /// The task that waited was cancelled.
    case cancelled
}
