#if OUTBOX
extension Outbox {
    /// Keeps a change without attempting it now. When this returns, the change survives the end of the process and a power loss.
    ///
    /// Cancelling the task does not stop the keeping halfway: the caller gets its outcome.
    ///
    /// - Parameters:
    ///   - command: The change.
    ///   - subject: What it is about. Changes of one subject are delivered in their order.
    ///   - key: Identifies the change. Keeping the same change again, on the same subject and with the same key, returns the
    ///     receipt of the first as long as that is kept.
    /// - Returns: The receipt.
    /// - Throws: The change is not kept then. ``OutboxError/full``, ``OutboxError/tooLarge(bytes:limit:)``,
    ///   ``OutboxError/diskFull``, ``OutboxError/busy``, ``OutboxError/gone``, ``OutboxError/tooNew``, ``OutboxError/keyReused(_:)`` if another change is
    ///   kept with the key, ``OutboxError/notEncodable(details:)``, ``OutboxError/damaged(details:)``,
    ///   ``OutboxError/noAccess(details:)``, ``OutboxError/failed(details:)``.
    public func accept(
        _ command: Command, on subject: String, key: IdempotencyKey = IdempotencyKey()
    ) async throws(OutboxError) -> OutboxReceipt {
        let entry = NewEntry(key: key, subject: subject, command: try CommandCoding.encode(command))
        do {
            let receipt = try await store.keep(entry).receipt
            deliverer.wake()
            return receipt
        } catch {
            guard case .keyReused = error, let same = try await kept(entry, command) else { throw error }
            return same
        }
    }

    /// The receipt of a change that is kept with the key of a new one, if they are equal although their bytes are not: a set has
    /// no order, so it may be written in another one each time.
    private func kept(_ entry: NewEntry, _ command: Command) async throws(OutboxError) -> OutboxReceipt? {
        guard let same = try await store.entry(entry.key), same.subject == entry.subject,
            let command = command as? any Equatable, CommandCoding.decodes(same.command, as: command)
        else { return nil }
        return same.receipt
    }

    /// Makes a change now if the receiver accepts it, and keeps it otherwise.
    ///
    /// The change is attempted only if nothing is kept for its subject or with its key; otherwise it is kept behind the others. Calls for one
    /// subject that overlap may end in either order, each once. A call that starts after another has returned never overtakes it.
    ///
    /// - Parameters:
    ///   - command: The change.
    ///   - subject: What it is about. Changes of one subject are delivered in their order.
    ///   - key: Identifies the change, in the live attempt and in all later ones.
    /// - Returns: Whether the change was made, or is kept.
    /// - Throws: The change is not kept then. ``PerformFailure/refused(_:)`` if the receiver refuses it,
    ///   ``PerformFailure/notKept(_:mayHaveHappened:)`` if it could not be kept either,
    ///   ``PerformFailure/cancelled(mayHaveHappened:)`` if the task is cancelled before the change is made or is being kept.
    public func perform(
        _ command: Command, on subject: String, key: IdempotencyKey = IdempotencyKey()
    ) async throws(PerformFailure) -> OutboxOutcome {
        guard !Task.isCancelled else { throw .cancelled(mayHaveHappened: false) }
        let isFree: Bool
        // Behind a kept change with this key, keeping says whether it is the same one. The receiver would take it for that.
        do { isFree = try await !store.hasEntries(of: subject, or: key) } catch {
            throw .notKept(error, mayHaveHappened: false)
        }
        guard isFree else { return try await keep(command, on: subject, key: key, mayHaveHappened: false) }
        guard !Task.isCancelled else { throw .cancelled(mayHaveHappened: false) }
        do throws(DeliveryFailure) {
            try await OutboxDelivery(command: command, key: key, subject: subject, number: nil).attempt(by: handler)
            return .done
        } catch {
            let mayHaveHappened: Bool
            switch error {
            case .rejected(let reason): throw .refused(.rejected(reason))
            case .conflict(let reason): throw .refused(.conflict(reason))
            case .unavailable: mayHaveHappened = false
            case .unknown: mayHaveHappened = true
            }
            guard !Task.isCancelled else { throw .cancelled(mayHaveHappened: mayHaveHappened) }
            return try await keep(command, on: subject, key: key, mayHaveHappened: mayHaveHappened)
        }
    }

    private func keep(
        _ command: Command, on subject: String, key: IdempotencyKey, mayHaveHappened: Bool
    ) async throws(PerformFailure) -> OutboxOutcome {
        do throws(OutboxError) {
            return .kept(try await accept(command, on: subject, key: key))
        } catch { throw .notKept(error, mayHaveHappened: mayHaveHappened) }
    }
}
#endif
