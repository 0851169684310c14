#if OUTBOX
extension Outbox {
    /// Returns the kept changes, in the order of their numbers.
    ///
    /// - Parameter subject: Whose changes to return, or nil for all.
    /// - Throws: ``OutboxError/gone``, ``OutboxError/tooNew``, ``OutboxError/busy``, ``OutboxError/damaged(details:)``,
    ///   ``OutboxError/noAccess(details:)``, ``OutboxError/failed(details:)``.
    /// - Complexity: O(*n*) in the number of changes.
    public func entries(of subject: String? = nil) async throws(OutboxError) -> [OutboxEntry<Command>] {
        // The first change of each subject, and whether it is refused: only a first one is attempted, and can be.
        var firsts: [String: (number: Int64, isRefused: Bool)] = [:]
        return try await store.entries(of: subject).map { entry in
            // One that cannot be decoded is refused by the attempt to deliver it, and waits until then.
            let command = try? CommandCoding.decode(Command.self, from: entry.command)
            let state: OutboxEntry<Command>.State
            if let first = firsts[entry.subject] {
                state = first.isRefused ? .held(behind: first.number) : .waiting
            } else {
                firsts[entry.subject] = (entry.number, entry.refusal != nil)
                state = entry.refusal.map { .refused($0) } ?? .waiting
            }
            return OutboxEntry(
                number: entry.number, key: entry.key, subject: entry.subject, command: command, bytes: entry.command,
                acceptedAt: entry.acceptedAt, state: state)
        }
    }

    /// Delivers a refused change again, at its position.
    ///
    /// It gets a new key, as the receiver may answer the old one with the old refusal. A change that could not be decoded keeps
    /// its key, as it may have been delivered by a program that could.
    ///
    /// - Parameter number: The number of a refused change.
    /// - Returns: Its receipt, with the same number.
    /// - Throws: ``OutboxError/noEntry(_:)`` if no refused change has the number, ``OutboxError/diskFull``, ``OutboxError/busy``,
    ///   ``OutboxError/gone``, ``OutboxError/tooNew``, ``OutboxError/damaged(details:)``, ``OutboxError/noAccess(details:)``,
    ///   ``OutboxError/failed(details:)``.
    @discardableResult
    public func retry(_ number: Int64) async throws(OutboxError) -> OutboxReceipt {
        let receipt = try await store.reopen(number).receipt
        deliverer.wake()
        return receipt
    }

    /// Delivers another change in place of a refused one, at its position and with a new key.
    ///
    /// - Parameters:
    ///   - number: The number of a refused change.
    ///   - command: The change to deliver.
    /// - Returns: Its receipt, with the same number.
    /// - Throws: As ``retry(_:)`` does, and ``OutboxError/full``, ``OutboxError/tooLarge(bytes:limit:)``,
    ///   ``OutboxError/notEncodable(details:)``.
    @discardableResult
    public func replace(_ number: Int64, with command: Command) async throws(OutboxError) -> OutboxReceipt {
        let receipt = try await store.reopen(number, with: try CommandCoding.encode(command)).receipt
        deliverer.wake()
        return receipt
    }

    /// Removes a refused change. The later changes of its subject are delivered.
    ///
    /// - Parameter number: The number of a refused change.
    /// - Throws: As ``retry(_:)`` does.
    public func discard(_ number: Int64) async throws(OutboxError) {
        try await store.discard(number)
        deliverer.wake()
    }
}
#endif
