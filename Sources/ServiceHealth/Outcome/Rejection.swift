#if Health
/// The reason a call was not made.
///
/// A rejection comes from the pipeline and says nothing about the service.
public enum Rejection: Error, Sendable, Equatable {
    /// The circuit is open. `retryAfter` is the time until it lets a call through, zero while it is being probed.
    case circuitOpen(ServiceID, retryAfter: Duration)
    /// The circuit was opened by hand.
    case isolated(ServiceID)
    /// The maximum number of calls is running, and the maximum number is waiting.
    case bulkheadFull(ServiceID)
    /// The rate limit is used up. `retryAfter` is the time until a call is admitted.
    case rateLimited(ServiceID, retryAfter: Duration)
}
#endif
