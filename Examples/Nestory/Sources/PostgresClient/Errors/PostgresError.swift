#if PostgreSQL
/// Why a database did not do what it was asked. In every case but ``outcomeUnknown(details:)`` nothing was changed.
///
/// The details are for logs.
public enum PostgresError: Error, Sendable, Equatable {
    /// The server refused.
    case refused(PostgresServerError)
    /// No host could be connected to that can do what is asked.
    case unreachable(details: String)
    /// The connection was lost before a commit was sent.
    case lost(details: String)
    /// The connection was lost after a commit was sent, or the server did not say for certain what became of it: the
    /// change may have been made, or not.
    case outcomeUnknown(details: String)
    /// A statement took longer than it may, and was cancelled.
    case timedOut
    /// No connection became free in time.
    case busy
    /// The client was closed.
    case closed
    /// A value cannot be sent or read: the program asks for what the tables do not have.
    case unreadable(details: String)
}
#endif
