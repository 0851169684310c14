#if Health
@_spi(Lock) import Service
import Synchronization

extension ServiceHealthManager {
    /// The state of every service seen so far.
    ///
    /// - Complexity: O(*n*) in the number of services. Use ``state(of:)`` to read one.
    public var serviceStates: [ServiceID: HealthState] {
        let records = state.withLock { $0.entries.values.map(\.record) }
        return Dictionary(
            records.compactMap { record in
                snapshot(of: record).map { (record.service, $0.state) }
            }, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the state of one service, or nil if it was never seen.
    ///
    /// - Parameter service: Its name, the same as in `health:`.
    public func state(of service: ServiceID) -> HealthState? {
        snapshot(of: service)?.state
    }

    /// Returns the error of the last failure, or nil if the service has succeeded or was reset since.
    ///
    /// ``HealthState/lastError`` has its description, which is kept after a success.
    ///
    /// - Parameter service: Its name, the same as in `health:`.
    public func lastError(of service: ServiceID) -> (any Error)? {
        state.withLock { $0.entries[service]?.lastError }
    }

    /// Whether any service is degraded.
    public var isDegradedMode: Bool {
        state.withLock { state in state.entries.values.contains { !$0.machine.isHealthy } }
    }

    /// The state of one service together with the time until its retry.
    func snapshot(of service: ServiceID) -> (state: HealthState, untilRetry: Duration?)? {
        guard let record = state.withLock({ $0.entries[service]?.record }) else { return nil }
        return snapshot(of: record)
    }

    private func snapshot(of record: HealthRecord) -> (state: HealthState, untilRetry: Duration?)? {
        let now = clock.now
        let nextTry = record.nextTry
        guard let machine = state.withLock({ $0.entries[record.service]?.machine }), machine.isSeen else {
            return nil
        }
        // The reader wants to know the last success: let the next one through to be noted.
        if let last = machine.lastSuccess, last.duration(to: now) >= .seconds(1) {
            record.successIsNews.store(true, ordering: .relaxed)
        }
        return (
            shown(machine, nextTry, at: now),
            machine.retryTime(nextTry, at: now).map { now.duration(to: $0) }
        )
    }
}

// MARK: - Following

extension ServiceHealthManager {
    /// The transitions from now on, until the manager is released. Reading this property subscribes, so nothing is missed before the
    /// loop starts.
    ///
    /// Each read is a separate subscription with a buffer of 64 transitions. A subscriber that falls further behind
    /// loses the oldest, which ``droppedTransitions`` counts.
    public var transitions: some AsyncSequence<HealthTransition, Never> & Sendable {
        let (stream, continuation) = AsyncStream.makeStream(
            of: HealthTransition.self, bufferingPolicy: .bufferingNewest(HealthSubscribers.bufferSize))
        let id = state.withLock { $0.subscribers.add(continuation) }
        continuation.onTermination = { [weak self] _ in self?.unsubscribe(id) }
        return stream
    }

    /// The number of transitions that slow subscribers have lost.
    public var droppedTransitions: Int { dropped.load(ordering: .relaxed) }

    /// A signal after every change of any state; several at once may come as one.
    var changes: AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let id = state.withLock { $0.subscribers.add(continuation) }
        continuation.onTermination = { [weak self] _ in self?.unsubscribe(id) }
        return stream
    }

    /// How many listen now.
    var subscriberCount: Int { state.withLock { $0.subscribers.count } }

    private func unsubscribe(_ id: UInt64) {
        let removed = state.withLock { $0.subscribers.remove(id) }
        withExtendedLifetime(removed) {}
    }
}
#endif
