/// Keeps what people are to be told until it was sent, and then that it was.
///
/// Every method throws ``InventoryError``, or `CancellationError` where its task was cancelled.
public protocol NotificationOutbox: Sendable {
    /// Puts in every warranty that ends in a range of days, unless it was put in before; and takes out what
    /// still waits for an item that was deleted since, or that now has another warranty.
    ///
    /// - Returns: How many were put in.
    func queue(endingIn days: ClosedRange<Day>, at now: Timestamp) async throws -> Int

    /// Returns what was not sent yet, the longest waiting first; where several programs send, only some, which nobody else
    /// is given for a while. Asked again, it returns others first.
    func waiting() async throws -> [WarrantyNotice]

    /// Remembers that a notice was sent, for ever.
    func markSent(_ notice: WarrantyNotice, at now: Timestamp) async throws
}
