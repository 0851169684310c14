#if OUTBOX
/// What became of a change that ``Outbox/perform(_:on:key:)`` attempted.
public enum OutboxOutcome: Sendable, Hashable {
    /// The receiver made the change.
    case done
    /// The change is kept, and delivered later.
    case kept(OutboxReceipt)
}
#endif
