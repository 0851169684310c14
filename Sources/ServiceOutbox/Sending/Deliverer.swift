#if OUTBOX
@_spi(Lock) import Service

/// Delivers the kept changes of a file, one after the other, while it owns the file's delivery.
final class Deliverer: Sendable {
    typealias Attempt = @Sendable (StoredEntry) async -> DeliveryOutcome

    private let store: EntryStore
    private let ownerPath: String
    private let look: Duration
    private let clock: OutboxClock
    private let board: StatusBoard
    private let attempt: Attempt
    /// How long a cancelled `run` waits for the answer of a delivery in progress.
    private let patience: @Sendable () async -> Void
    private let signal = WakeSignal()
    /// What waits. The store's pauses change under the same lock, so that a subject is paused as long as it waits.
    private let schedule: Lock<RetrySchedule<OutboxClock.Instant>>
    /// Outcomes that could not be recorded yet. Those changes are not attempted again before they are.
    private let unsettled = Lock<[IdempotencyKey: DeliveryOutcome]>([:])

    init(
        store: EntryStore, ownerPath: String, policy: OutboxPolicy, clock: OutboxClock, board: StatusBoard,
        patience: @escaping @Sendable () async -> Void, attempt: @escaping Attempt
    ) {
        self.store = store
        self.ownerPath = ownerPath
        self.look = max(policy.look, .milliseconds(1))
        self.clock = clock
        self.board = board
        self.patience = patience
        self.attempt = attempt
        schedule = Lock(RetrySchedule(policy: policy))
    }

    /// Makes a waiting `run` look now.
    func wake() { signal.notify() }

    /// Attempts everything that failed again, now.
    func recovered() {
        schedule.withLock { schedule in store.resume(schedule.clear()) }
        signal.notify()
    }

    /// Delivers until the task is cancelled or the outbox is closed.
    func run() async throws(OutboxError) {
        while isActive {
            let seen = signal.count
            if let owner = try lock() {
                try await deliver(as: owner)
            } else {
                try await refresh()
                await pause(until: clock.now.advanced(by: look), unless: seen)
            }
        }
    }

    /// Locks the file that says who delivers; nil if somebody else does, or a full disk has no room for it yet.
    private func lock() throws(OutboxError) -> FileLock? {
        do { return try FileLock(ownerPath) } catch { try allow(error) }
        return nil
    }

    private var isActive: Bool { !Task.isCancelled && !store.isClosed }

    private func deliver(as owner: FileLock) async throws(OutboxError) {
        board.update { $0.isDelivering = true }
        defer { board.update { $0.isDelivering = false } }
        // Somebody else may have delivered until now.
        try await refresh()
        var lastLook = clock.now
        while isActive, owner.isCurrent {
            let seen = signal.count
            let now = clock.now
            schedule.withLock { schedule in store.resume(schedule.takeDue(at: now)) }
            if store.next == nil || lastLook.advanced(by: look) <= now {
                try await refresh()
                lastLook = now
            }
            if let number = store.next {
                try await deliver(number, as: owner)
            } else {
                let nextLook = now.advanced(by: look)
                await pause(until: schedule.withLock { min($0.nextDue ?? nextLook, nextLook) }, unless: seen)
            }
        }
    }

    /// Reads what others changed. Those who are writing now will be seen with the next look.
    private func refresh(always: Bool = false) async throws(OutboxError) {
        do { try await store.refresh(always: always) } catch { try allow(error) }
    }

    /// - Throws: The error, unless it passes by itself.
    private func allow(_ error: OutboxError) throws(OutboxError) {
        switch error {
        case .busy, .diskFull: break
        default: if !store.isClosed { throw error }
        }
    }

    private func pause(until instant: OutboxClock.Instant, unless seen: Int) async {
        await withTaskGroup { group in
            // A clock throws when its sleeper is cancelled, which is how this ends.
            group.addTask { [clock] in _ = try? await clock.sleep(until: instant) }
            group.addTask { [signal] in await signal.wait(whileCountIs: seen) }
            await group.next()
            group.cancelAll()
        }
    }
}

// MARK: - One delivery

extension Deliverer {
    private func deliver(_ number: Int64, as owner: FileLock) async throws(OutboxError) {
        let entry: StoredEntry?
        do { entry = try await store.entry(number) } catch {
            try allow(error)
            return await pause(until: clock.now.advanced(by: look), unless: signal.count)
        }
        guard let entry, entry.refusal == nil else {
            return try await refresh(always: true)
        }
        let answer = FirstAnswer<Result<Void, OutboxError>?>()
        // A task of its own: what a delivery came to is recorded although `run` is cancelled. It holds the lock meanwhile, so
        // nobody else delivers the change at the same time.
        let delivery = Task { [self] in
            let recoveries = schedule.withLock { $0.clearCount }
            let outcome: DeliveryOutcome
            if let known = unsettled.withLock({ $0[entry.key] }) {
                outcome = known
            } else {
                outcome = await attempt(entry)
            }
            let result = await settle(entry, outcome, begunAfter: recoveries)
            withExtendedLifetime(owner) {}
            answer.give(result)
        }
        let result = await withTaskCancellationHandler {
            await answer.take()
        } onCancel: { [patience] in
            delivery.cancel()
            Task {
                await patience()
                answer.give(nil)
            }
        }
        if case .failure(let error) = result { try allow(error) }
    }

    /// - Parameter recoveries: How often the receiver had recovered when the delivery began.
    private func settle(
        _ entry: StoredEntry, _ outcome: DeliveryOutcome, begunAfter recoveries: Int
    ) async -> Result<Void, OutboxError> {
        do throws(OutboxError) {
            switch outcome {
            case .delivered: try await store.remove(entry)
            case .refused(let refusal): try await store.refuse(entry, refusal)
            case .failed(let failure):
                // A cancelled handler's failure says nothing about the receiver.
                if !Task.isCancelled { postpone(entry.subject, failure, begunAfter: recoveries) }
                return .success(())
            }
        } catch {
            unsettled.withLock { $0[entry.key] = outcome }
            postpone(entry.subject, nil, begunAfter: recoveries)
            return .failure(error)
        }
        unsettled.withLock { $0[entry.key] = nil }
        schedule.withLock { $0.succeeded(entry.subject) }
        board.update { $0.lastFailure = outcome.failure }
        return .success(())
    }

    private func postpone(_ subject: String, _ failure: DeliveryFailure?, begunAfter recoveries: Int) {
        let now = clock.now
        let fraction = Double.random(in: 0..<1)
        schedule.withLock { schedule in
            store.pause(subject)
            // The receiver has recovered since: what failed before that does not wait.
            guard schedule.clearCount == recoveries else { return store.resume([subject]) }
            schedule.failed(subject, retryAfter: failure?.retryAfter, fraction: fraction, at: now)
        }
        if let failure { board.update { $0.lastFailure = failure } }
    }
}

extension DeliveryOutcome {
    fileprivate var failure: DeliveryFailure? {
        switch self {
        case .delivered, .refused(.unreadable): nil
        case .failed(let failure): failure
        case .refused(.rejected(let reason)): .rejected(reason)
        case .refused(.conflict(let reason)): .conflict(reason)
        }
    }
}
#endif
