#if Health
/// Limits how many calls run at once, and how many wait for their turn.
public struct BulkheadPolicy: Sendable, Equatable {
    /// The maximum number of calls that run at once.
    public var maxConcurrent: Int
    /// The maximum number of calls that wait. Further calls are rejected.
    public var maxQueued: Int

    /// Creates a policy. ``ResiliencePolicy/validate()`` rejects invalid values.
    ///
    /// - Parameters:
    ///   - maxConcurrent: The maximum number of calls that run at once.
    ///   - maxQueued: The maximum number of calls that wait.
    public init(maxConcurrent: Int, maxQueued: Int = 0) {
        self.maxConcurrent = maxConcurrent
        self.maxQueued = maxQueued
    }
}
#endif
