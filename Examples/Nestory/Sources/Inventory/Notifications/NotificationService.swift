/// Tells the household's webhook about warranties that end soon.
public protocol NotificationService: Sendable {
    /// Sends what has become due and was not sent yet: each warranty once.
    ///
    /// What the webhook does not take is kept, and sent by a later call.
    ///
    /// - Throws: ``NotificationError``, or `CancellationError` where its task was cancelled.
    func notify() async throws -> NotificationReport
}
