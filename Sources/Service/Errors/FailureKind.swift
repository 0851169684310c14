/// The kind of a failure, in terms that layers share without knowing each other.
public enum FailureKind: Sendable {
    /// The caller gave up; there is nothing to show or to count.
    case cancelled
    /// The work took longer than allowed.
    case timedOut
    /// The service does not accept calls now. `retryAfter` is the time to wait before the next try, if known.
    case unavailable(retryAfter: Duration?)
    /// The work itself failed, with this error.
    case failed(any Error)
}
