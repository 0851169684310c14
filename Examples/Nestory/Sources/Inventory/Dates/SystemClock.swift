import Foundation

/// The machine's clock.
public struct SystemClock: WallClock {
    /// Makes one.
    public init() {}

    /// The present instant.
    public var now: Timestamp {
        Timestamp(milliseconds: Int64((Date.now.timeIntervalSince1970 * 1000).rounded(.down))) ?? .epoch
    }
}
