#if Health
/// The result of a call that may have been answered by a fallback.
public struct Served<Value: Sendable>: Sendable {
    /// What the service or the fallback returned.
    public let value: Value
    /// Whether the service itself answered, or the fallback.
    public let source: HealthState.Source
    /// The ``CallFailure`` that the fallback answered for; nil if the service itself answered.
    public let failure: (any Error)?

    /// Creates a result.
    ///
    /// - Parameters:
    ///   - value: What was returned.
    ///   - source: Whether the service or the fallback returned it.
    ///   - failure: The failure that the fallback answered for.
    public init(value: Value, source: HealthState.Source, failure: (any Error)? = nil) {
        self.value = value
        self.source = source
        self.failure = failure
    }
}
#endif
