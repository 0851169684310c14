#if PostgreSQL
/// A piece of work that waits for a connection.
struct PostgresJob: Sendable {
    /// What may stop it.
    let interruption: Interruption
    /// Since when it has waited.
    let since = ContinuousClock.now
    /// Does it, with the connection, or with the reason why there is none. Exactly one of both happens, once.
    let perform: @Sendable (Result<PostgresConnection, any Error>) -> Void
}
#endif
