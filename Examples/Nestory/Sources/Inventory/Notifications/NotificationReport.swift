/// What a run of the notifications did.
public struct NotificationReport: Sendable, Equatable {
    /// How many warranties had become due since the last run.
    public var queued: Int
    /// How many notices the webhook took.
    public var sent: Int

    /// Wraps the numbers.
    public init(queued: Int, sent: Int) {
        self.queued = queued
        self.sent = sent
    }
}
