#if PostgreSQL
/// How long a client waits.
public struct PostgresTimeouts: Sendable {
    /// For a free connection. Three seconds by default.
    public var queue: Duration
    /// For the answer to a statement. Five seconds by default.
    public var statement: Duration
    /// For the answer to a commit, which a standby may have to confirm first. Five seconds by default. The server has no
    /// limit for it that could be trusted: a commit that it cancels counts all the same.
    public var commit: Duration
    /// Until when another try of something that has certainly done nothing may begin. Three seconds by default.
    public var retry: Duration

    /// Describes the limits.
    public init(
        queue: Duration = .seconds(3), statement: Duration = .seconds(5), commit: Duration = .seconds(5),
        retry: Duration = .seconds(3)
    ) {
        self.queue = queue
        self.statement = statement
        self.commit = commit
        self.retry = retry
    }
}
#endif
