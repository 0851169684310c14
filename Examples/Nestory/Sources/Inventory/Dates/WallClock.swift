/// Knows what time it is.
public protocol WallClock: Sendable {
    /// The present instant.
    var now: Timestamp { get }
}
