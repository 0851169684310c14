/// Says what kind of failure an error is, in terms that layers share which do not know each other.
public enum FailureKind: Sendable {
    /// The caller gave up; there is nothing to show or to count.
    case cancelled
    /// The time allowed for the work was over.
    case timedOut
    /// The service does not take calls now. `retryAfter` says when to try again, where that is known.
    case unavailable(retryAfter: Duration?)
    /// The work itself failed, with this error.
    case failed(any Error)
}
