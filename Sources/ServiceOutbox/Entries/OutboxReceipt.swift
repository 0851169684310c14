#if OUTBOX
public import Foundation

/// Proves that a change is kept.
public struct OutboxReceipt: Sendable, Hashable, Codable {
    /// The position of the change. Later changes have greater numbers, and no number is used twice.
    public let number: Int64
    /// The key that every delivery of the change has.
    public let key: IdempotencyKey
    /// What the change is about.
    public let subject: String
    /// When the change was kept, in whole milliseconds.
    public let acceptedAt: Date
}
#endif
