#if OUTBOX
/// When an ``Outbox`` attempts a change again, and how often it looks for changes that others keep.
public struct OutboxPolicy: Sendable, Hashable {
    /// The longest delay after the first failure of a subject.
    public var firstDelay: Duration
    /// The longest delay after any number of failures.
    public var maximumDelay: Duration
    /// How often the outbox looks for changes that other outboxes keep, and whether it can take over delivery.
    public var look: Duration

    /// Creates a policy. A delay below zero counts as zero, and a `look` below a millisecond as a millisecond.
    ///
    /// - Parameters:
    ///   - firstDelay: The longest delay after the first failure of a subject. It doubles with each further failure.
    ///   - maximumDelay: The longest delay after any number of failures.
    ///   - look: How often to look for changes that other outboxes keep, and whether to take over delivery.
    public init(
        firstDelay: Duration = .seconds(1), maximumDelay: Duration = .seconds(60), look: Duration = .seconds(1)
    ) {
        self.firstDelay = firstDelay
        self.maximumDelay = maximumDelay
        self.look = look
    }
}
#endif
