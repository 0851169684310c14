#if OUTBOX
public import Foundation

/// How many changes an ``Outbox`` keeps, and how their delivery is going.
public struct OutboxStatus: Sendable, Equatable {
    /// How many changes are delivered as soon as the receiver accepts them.
    public internal(set) var waiting = 0
    /// How many changes wait behind a refused one of their subject.
    public internal(set) var held = 0
    /// How many changes wait for a person to decide.
    public internal(set) var refused = 0
    /// When the oldest of all kept changes was kept.
    public internal(set) var oldest: Date?
    /// The reason the last attempt failed, or nil if it succeeded or there was none.
    public internal(set) var lastFailure: DeliveryFailure?
    /// Whether this outbox is the one that delivers: its `run` is active, and no other outbox of the file delivers.
    public internal(set) var isDelivering = false

    init() {}
}
#endif
