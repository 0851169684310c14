#if Health
/// Says how many calls run at once, and how many wait for their turn.
public struct BulkheadPolicy: Sendable, Equatable {
    /// How many calls run at once.
    public var maxConcurrent: Int
    /// How many calls wait; those that come later are rejected.
    public var maxQueued: Int

    /// Makes a policy. ``ResiliencePolicy/validate()`` says what values are refused.
    ///
    /// - Parameters:
    ///   - maxConcurrent: How many calls run at once.
    ///   - maxQueued: How many calls wait.
    public init(maxConcurrent: Int, maxQueued: Int = 0) {
        self.maxConcurrent = maxConcurrent
        self.maxQueued = maxQueued
    }
}
#endif
