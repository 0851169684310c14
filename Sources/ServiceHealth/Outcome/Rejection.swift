/// Says why a call was not made. A rejection is ours: it says nothing about the service.
public enum Rejection: Error, Sendable, Equatable {
    /// The circuit is open. `retryAfter` is the time until it lets a call through, zero while it is being
    /// probed.
    case circuitOpen(ServiceID, retryAfter: Duration)
    /// The circuit was opened by hand.
    case isolated(ServiceID)
    /// As many calls run, and wait, as may.
    case bulkheadFull(ServiceID)
}
