#if OUTBOX
/// One attempt to deliver a change, as the handler of an ``Outbox`` gets it.
public struct OutboxDelivery<Command: Sendable>: Sendable {
    /// The change to make.
    public let command: Command
    /// Identifies the change. It is the same in every attempt; hand it on to the receiver.
    public let key: IdempotencyKey
    /// What the change is about. The changes of one subject are delivered in their order.
    public let subject: String
    /// The number of the kept change, or nil if ``Outbox/perform(_:on:key:)`` attempts it before it is kept.
    public let number: Int64?
}

extension OutboxDelivery: Equatable where Command: Equatable {}
#endif
