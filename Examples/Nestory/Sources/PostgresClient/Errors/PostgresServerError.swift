#if PostgreSQL
/// What a server answered in place of a result.
public struct PostgresServerError: Error, Sendable, Equatable {
    /// The five characters by which PostgreSQL tells its errors apart: SQLSTATE.
    public var code: String
    /// What happened, in the server's words, for logs.
    public var message: String
    /// The constraint that was violated, or empty.
    public var constraint: String

    /// Describes an error.
    public init(code: String, message: String, constraint: String = "") {
        self.code = code
        self.message = message
        self.constraint = constraint
    }
}
#endif
