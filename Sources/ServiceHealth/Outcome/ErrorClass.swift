#if Health
/// What an error says about the service that threw it.
///
/// | class | health and circuit breaker | retried | hedging | `recover:` | metric `outcome` |
/// |---|---|---|---|---|---|
/// | ``failure`` | a failure | yes | the next attempt starts at once | called | `failed` |
/// | ``permanent`` | a failure | no | no further attempt starts | called | `failed` |
/// | ``refusal`` | a success | no | ends the call | not called | `refused` |
/// | ``ignored`` | neither | no | no further attempt starts | called | `ignored` |
public enum ErrorClass: Sendable, Equatable, CaseIterable {
    /// Counts against the service and may be retried. The default.
    case failure
    /// Counts against the service and is never retried.
    case permanent
    /// The service answered but declined, as with a 404: counts as a success and is never retried.
    case refusal
    /// Counts neither as a failure nor as a success, and is never retried.
    case ignored

    /// Whether the same call may succeed when it is made again.
    var mayBeRetried: Bool { self == .failure }
}
#endif
