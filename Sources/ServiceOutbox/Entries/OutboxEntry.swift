#if OUTBOX
public import Foundation

/// A kept change.
public struct OutboxEntry<Command: Sendable>: Sendable {
    /// What a kept change waits for.
    public enum State: Sendable, Hashable {
        /// It is delivered as soon as the receiver accepts it and the earlier changes of its subject.
        case waiting
        /// It waits for a refused change of its subject, which has this number.
        case held(behind: Int64)
        /// It waits for a person: see ``Outbox/retry(_:)``, ``Outbox/replace(_:with:)`` and ``Outbox/discard(_:)``.
        case refused(OutboxRefusal)
    }

    /// The position of the change.
    public let number: Int64
    /// The key that every delivery of the change has.
    public let key: IdempotencyKey
    /// What the change is about.
    public let subject: String
    /// The change, or nil if the program cannot decode it.
    public let command: Command?
    /// The change as it is stored: JSON, whether the program can decode it or not.
    public let bytes: Data
    /// When the change was kept, in whole milliseconds.
    public let acceptedAt: Date
    /// What the change waits for.
    public let state: State
}

extension OutboxEntry: Equatable where Command: Equatable {}
#endif
