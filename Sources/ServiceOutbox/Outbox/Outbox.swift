#if OUTBOX
/// Keeps changes on this device while the receiver is down, and delivers them, in order, when it is back.
///
/// Every change is delivered at least once, always with the key of its receipt. A receiver that records the key in the
/// transaction of the change applies it exactly once.
///
/// ```swift
/// let outbox = try Outbox<Change>(path: path) { delivery throws(DeliveryFailure) in
///     try await inventory.apply(delivery.command, key: delivery.key)
/// }
/// Task { try await outbox.run(recovering: .inventory) }
///
/// switch try await outbox.perform(change, on: change.item) {
/// case .done: show("Saved.")
/// case .kept: show("Saved on this device, not yet in the inventory.")
/// }
/// ```
///
/// Any number of outboxes, in any processes of one machine, may keep changes in one file; one of those that run delivers.
/// The file must be on a local file system. Beside it are its log (`-wal`, `-shm`), the lock of the one that delivers
/// (`-owner`), and 256 KiB of reserved disk space (`-reserve`); leave them there.
public final class Outbox<Command: Codable & Sendable>: Sendable {
    /// Delivers a change: called for each attempt, live or from the file, and by one task at a time for kept changes.
    ///
    /// What it throws decides what happens next: see ``DeliveryFailure``. When `run` is cancelled, so is the handler's task.
    public typealias Handler = @Sendable (OutboxDelivery<Command>) async throws(DeliveryFailure) -> Void

    let store: EntryStore
    let deliverer: Deliverer
    let handler: Handler
    private let board: StatusBoard

    /// Opens an outbox, or creates it if there is no file. Delivers nothing yet: see ``run()``.
    ///
    /// - Parameters:
    ///   - path: The outbox's file, on a local file system. Its folder must exist. Links are followed, so that everyone who opens
    ///     the file has the same lock beside it.
    ///   - limits: How much is kept.
    ///   - policy: When changes are attempted again.
    ///   - clock: The clock of delays and looks.
    ///   - deliver: Delivers a change. There is one handler, so that live and later attempts do the same.
    /// - Throws: ``OutboxError/damaged(details:)`` and ``OutboxError/tooNew`` for a file that is not an outbox of this version,
    ///   which is left as it is; ``OutboxError/noAccess(details:)``, ``OutboxError/diskFull``, ``OutboxError/busy``,
    ///   ``OutboxError/gone`` if the file is being replaced, ``OutboxError/failed(details:)``.
    /// - Complexity: O(*n*) in the size of the file, which is checked for damage. Blocks the thread meanwhile.
    public convenience init(
        path: String, limits: OutboxLimits = OutboxLimits(), policy: OutboxPolicy = OutboxPolicy(),
        clock: any Clock<Duration> = ContinuousClock(), deliver: @escaping Handler
    ) throws(OutboxError) {
        // Real time, as the program is ending: it must not depend on a clock that somebody moves.
        try self.init(path: path, limits: limits, policy: policy, clock: clock, deliver: deliver) {
            // Nobody cancels the task that waits here.
            _ = try? await ContinuousClock().sleep(for: .seconds(1))
        }
    }

    /// - Parameter patience: How long a cancelled `run` waits for the answer of a delivery in progress.
    init(
        path: String, limits: OutboxLimits = OutboxLimits(), policy: OutboxPolicy = OutboxPolicy(),
        clock: any Clock<Duration>, deliver: @escaping Handler, patience: @escaping @Sendable () async -> Void
    ) throws(OutboxError) {
        let path = try FilePath.resolved(path)
        let board = StatusBoard()
        let store = try EntryStore(path: path, limits: limits, board: board)
        self.board = board
        self.store = store
        handler = deliver
        deliverer = Deliverer(
            store: store, ownerPath: path + "-owner", policy: policy, clock: OutboxClock(clock), board: board,
            patience: patience
        ) { entry in
            let command: Command
            do { command = try CommandCoding.decode(Command.self, from: entry.command) } catch {
                return .refused(.unreadable(CommandCoding.describe(error)))
            }
            do throws(DeliveryFailure) {
                try await OutboxDelivery(
                    command: command, key: entry.key, subject: entry.subject, number: entry.number
                ).attempt(by: deliver)
                return .delivered
            } catch { return DeliveryOutcome(error) }
        }
    }

    /// How many changes are kept, and how their delivery is going.
    ///
    /// What other outboxes of the file do is known after at most one ``OutboxPolicy/look`` while ``run()`` is active, and
    /// otherwise with the next change.
    public var status: OutboxStatus { board.status }

    /// The current status immediately, then the newest one whenever it changes. Ends when the outbox is closed.
    ///
    /// Each read is a separate subscription. A slow subscriber may miss what was between, but never the newest.
    public var statuses: AsyncStream<OutboxStatus> { board.statuses }

    /// Waits for what is being written, then closes the file. Closing again does nothing.
    ///
    /// A `run` ends without an error. The answer of a delivery in progress is lost: that change is delivered again, with its
    /// key, when an outbox is next opened. Cancel and await `run` before, to keep the answer.
    ///
    /// - Throws: ``OutboxError/busy``, ``OutboxError/failed(details:)``.
    public func close() throws(OutboxError) {
        defer {
            deliverer.wake()
            board.finish()
        }
        try store.close()
    }
}
#endif
