public import ServiceHealth

/// How the calls of the household's services are protected. All of it is here, with its reasons.
///
/// A circuit opens at the third failure in a row, as health does: from then on nobody waits for what does not
/// answer. Somebody looks after it every few seconds, so it closes by itself soon after the fault has ended.
extension ResiliencePolicy {
    /// Reading the inventory. It is a file on this machine: what takes three seconds is stuck, and the last
    /// known items are there at once. Nothing is tried twice for the same reason.
    public static let inventoryReads = ResiliencePolicy(
        breaker: CircuitBreakerPolicy(trip: .consecutive(3), openFor: .seconds(5)),
        attemptTimeout: .seconds(3))

    /// Changing the inventory. There is no limit of time, as a change that was given up could still have been
    /// made, and nothing is tried twice, as it could be made twice. SQLite itself waits no longer than it was told
    /// for another program.
    public static let inventoryChanges = ResiliencePolicy(
        breaker: CircuitBreakerPolicy(trip: .consecutive(3), openFor: .seconds(5)))

    /// Asking for exchange rates. The server is somebody else's: while it stays away it is asked less and less
    /// often, once a minute at most. A page does not wait longer than five seconds for it.
    public static let currency = ResiliencePolicy(
        breaker: CircuitBreakerPolicy(
            trip: .consecutive(3), openFor: .seconds(5), maximumOpenFor: .seconds(60)),
        attemptTimeout: .seconds(5))

    /// Work that nobody waits for: backups and messages. Each try may cost much, so half a minute lies
    /// between them.
    public static let jobs = ResiliencePolicy(
        breaker: CircuitBreakerPolicy(trip: .consecutive(3), openFor: .seconds(30)))

    /// What is worked out from the inventory: totals, the report, an export. Large inventories take a while.
    public static let computed = ResiliencePolicy(
        breaker: CircuitBreakerPolicy(trip: .consecutive(3), openFor: .seconds(5)),
        attemptTimeout: .seconds(20))
}
