#if Health
import Logging
@_spi(Lock) import Service
public import Synchronization

/// Tracks the health of services.
///
/// All of its methods are synchronous and may be called from anywhere: from factories, from calls, from a view.
///
/// ```swift
/// let health = ServiceHealthManager()
/// health.recordFailure(for: .inventory, error: error)
/// if health.isDegradedMode { banner.text = health.statusMessage(for: .inventory) }
/// ```
///
/// A service is healthy below the policy's number of consecutive failures, degraded from then on, and healthy again
/// after one success of the live service. Every ``ResiliencePipeline`` records by itself.
public final class ServiceHealthManager: Sendable {
    /// The manager that registrations and pipelines use unless they are given another.
    public static let shared = ServiceHealthManager()

    struct Entry {
        var machine = HealthStateMachine<MonotonicInstant>()
        let record: HealthRecord
        /// The error of the last failure, until the next success. Its end may run anybody's code: let it go after unlocking.
        var lastError: (any Error)?
    }

    struct State {
        var entries: [ServiceID: Entry] = [:]
        var subscribers = HealthSubscribers()
        var lastRegistration: UInt64 = 0
    }

    let policy: HealthPolicy
    let clock: MonotonicClock
    private let table = HealthRecordTable()
    let state = Lock(State())
    let dropped = Atomic<Int>(0)
    /// What subscribers are told, in the order of the transitions.
    private let announcements = OrderedActions()
    /// False for a ``dryRun``, which logs nothing.
    let isHeard: Bool

    /// Creates a manager that knows no service yet.
    ///
    /// - Parameters:
    ///   - policy: When a service is degraded, and when it is tried again.
    ///   - clock: The clock for every decision, and for every date that is shown.
    public init(policy: HealthPolicy = .app, clock: any Clock<Duration> = ContinuousClock()) {
        self.policy = policy
        self.clock = MonotonicClock(clock)
        isHeard = true
    }

    private init(dryRunOf manager: ServiceHealthManager) {
        policy = manager.policy
        clock = manager.clock
        isHeard = false
    }

    deinit {
        state.withLock { $0.subscribers }.finish()
    }

    /// A manager for what is made only to see whether it can be made: this one, and its log, learn nothing of it.
    var dryRun: ServiceHealthManager { ServiceHealthManager(dryRunOf: self) }
}

// MARK: - Recording

extension ServiceHealthManager {
    /// Records that a call of the live service succeeded.
    ///
    /// A degraded service becomes healthy.
    ///
    /// - Parameter service: Its name, the same as in `health:`.
    /// - Complexity: While the service stays healthy, one read of a flag after finding the service.
    public func recordSuccess(for service: ServiceID) {
        recordSuccess(table.record(for: service))
    }

    /// Records that a call of the live service failed.
    ///
    /// - Parameters:
    ///   - service: The service.
    ///   - error: The error it threw. Its description is kept in ``HealthState/lastError``; only its type is logged.
    public func recordFailure(for service: ServiceID, error: any Error) {
        recordFailure(table.record(for: service), error: error)
    }

    /// Marks a service as degraded because something else answers for it, until the live service succeeds.
    ///
    /// If it is degraded already, ``HealthState/degradedSince`` stays the same.
    ///
    /// - Parameter service: Its name, the same as in `health:`.
    public func notifyDegradedMode(service: ServiceID) {
        update(table.record(for: service)) { machine, now, policy in
            machine.notifyDegraded(at: now, policy: policy)
        }
    }

    /// Forgets the state of a service, as if it had never been seen.
    ///
    /// A registration that serves its fallback continues to do so until its live factory succeeds.
    ///
    /// - Parameter service: Its name, the same as in `health:`.
    public func reset(_ service: ServiceID) {
        let (forgotten, subscribers) = state.withLock { state -> ((any Error)?, HealthSubscribers?) in
            guard var entry = state.entries[service] else { return (nil, nil) }
            let error = entry.lastError
            entry.machine.reset()
            entry.lastError = nil
            state.entries[service] = entry.machine.servesFallback ? entry : nil
            entry.record.note(entry.machine)
            return (error, state.subscribers)
        }
        subscribers?.signalChange()
        withExtendedLifetime(forgotten) {}
    }

    /// The place of a service, for those who record often.
    func record(for service: ServiceID) -> HealthRecord { table.record(for: service) }

    @inlinable
    @inline(__always)
    func recordSuccess(_ record: HealthRecord) {
        if record.successIsNews.load(ordering: .relaxed) { recordNews(record) }
    }

    @usableFromInline
    func recordNews(_ record: HealthRecord) {
        update(record) { machine, now, _ in machine.recordSuccess(at: now) }
    }

    /// Records that the live service was created.
    func recordCreation(_ record: HealthRecord) {
        guard record.successIsNews.load(ordering: .relaxed) else { return }
        update(record) { machine, now, _ in machine.recordCreation(at: now) }
    }

    @usableFromInline
    func recordFailure(_ record: HealthRecord, error: any Error) {
        let text = String(describing: error)
        update(record, error) { machine, now, policy in machine.recordFailure(text, at: now, policy: policy) }
    }
}

// MARK: - Registrations on their fallback

extension ServiceHealthManager {
    func makeRegistration() -> FallbackRegistration {
        let number = state.withLock { state in
            state.lastRegistration += 1
            return state.lastRegistration
        }
        return FallbackRegistration(number: number)
    }

    /// - Parameters:
    ///   - change: The number of this change of the registration. If it has reported a later one, the failure only counts.
    ///   - isAbandoned: Whether the registration was reset or replaced. If another has the live service, the failure only counts.
    func beginFallback(
        _ record: HealthRecord, registration: FallbackRegistration, change: UInt64, isAbandoned: Bool = false,
        kind: FallbackKind, error: any Error, retryAt: MonotonicInstant
    ) {
        let text = String(describing: error)
        update(record, error) { machine, now, policy in
            guard registration.note(change), !isAbandoned || !record.isLive else {
                return machine.countFailure(text, at: now)
            }
            return machine.beginFallback(
                registration: registration.number, kind: kind, error: text, at: now, retryAt: retryAt, policy: policy)
        }
    }

    /// Records a failure that is out of date: it counts, and decides nothing.
    func countFailure(_ record: HealthRecord, error: any Error) {
        let text = String(describing: error)
        update(record, error) { machine, now, _ in machine.countFailure(text, at: now) }
    }

    /// Records a failure that degrades at once, with nobody to serve instead.
    ///
    /// - Parameter isAbandoned: As for ``beginFallback(_:registration:change:isAbandoned:kind:error:retryAt:)``.
    func degrade(_ record: HealthRecord, isAbandoned: Bool, error: any Error) {
        let text = String(describing: error)
        update(record, error) { machine, now, policy in
            isAbandoned && record.isLive
                ? machine.countFailure(text, at: now)
                : machine.recordFailureThatDegrades(text, at: now, policy: policy)
        }
    }

    /// - Parameter change: The number of this change of the registration. If it has reported a later one, nothing happens.
    func endFallback(_ record: HealthRecord, registration: FallbackRegistration, change: UInt64) {
        update(record) { machine, now, _ in
            registration.note(change) ? machine.endFallback(registration: registration.number, at: now) : .none
        }
    }

    /// A registration is gone, with what it created.
    func abandonFallback(_ record: HealthRecord, registration: FallbackRegistration) {
        update(record) { machine, _, _ in
            machine.abandonFallback(registration: registration.number, isLiveElsewhere: record.isLive)
        }
    }
}

// MARK: - The one way to change a state

extension ServiceHealthManager {
    func update(
        _ record: HealthRecord, _ error: (any Error)? = nil,
        _ change: (inout HealthStateMachine<MonotonicInstant>, MonotonicInstant, HealthPolicy) ->
            HealthStateMachine<MonotonicInstant>.Action
    ) {
        let now = clock.now
        let nextTry = record.nextTry
        let (transition, forgotten, subscribers) = state.withLock {
            state -> (HealthTransition?, (any Error)?, HealthSubscribers?) in
            var entry = state.entries[record.service] ?? Entry(record: record)
            let before = entry.machine
            let action = change(&entry.machine, now, policy)
            guard entry.machine != before else { return (nil, nil, nil) }
            let forgotten = entry.lastError
            entry.lastError = entry.machine.consecutiveFailures == 0 ? nil : error ?? entry.lastError
            state.entries[record.service] = entry
            record.note(entry.machine)
            guard action == .publish else { return (nil, forgotten, state.subscribers) }
            let transition = HealthTransition(
                service: record.service, from: before.isSeen ? shown(before, nextTry, at: now) : nil,
                to: shown(entry.machine, nextTry, at: now))
            // To those who listen now, and after unlocking: a task that waits for it may run at once, on this thread.
            announcements.add { [self, subscribers = state.subscribers] in
                dropped.add(subscribers.publish(transition), ordering: .relaxed)
            }
            return (transition, forgotten, state.subscribers)
        }
        withExtendedLifetime(forgotten) {}
        subscribers?.signalChange()
        if let transition {
            announcements.run()
            log(transition)
        }
    }

    /// The state to show.
    ///
    /// - Parameter nextTry: What the circuits say about the next call, if there are any.
    func shown(
        _ machine: HealthStateMachine<MonotonicInstant>, _ nextTry: NextTry?, at now: MonotonicInstant
    ) -> HealthState {
        HealthState(
            isHealthy: machine.isHealthy,
            consecutiveFailures: machine.consecutiveFailures,
            totalFailures: machine.totalFailures,
            lastSuccess: machine.lastSuccess.map(clock.date(of:)),
            lastFailure: machine.lastFailure.map(clock.date(of:)),
            degradedSince: machine.degradedSince.map(clock.date(of:)),
            source: machine.source,
            fallbackKind: machine.fallbackKind,
            retryAt: machine.retryTime(nextTry, at: now).map(clock.date(of:)),
            lastError: machine.lastError)
    }

    private func log(_ transition: HealthTransition) {
        guard isHeard else { return }
        let wasHealthy = transition.from?.isHealthy ?? true
        let metadata: Logger.Metadata = [
            "service": "\(transition.service)", "source": "\(transition.to.source)",
            "failures": "\(transition.to.consecutiveFailures)",
        ]
        if wasHealthy, !transition.to.isHealthy {
            Logger.service.warning("service degraded", metadata: metadata)
        } else if !wasHealthy, transition.to.isHealthy {
            Logger.service.notice("service recovered", metadata: metadata)
        }
    }
}

extension HealthRecord {
    /// Notes what those who record often need to know.
    fileprivate func note(_ machine: HealthStateMachine<MonotonicInstant>) {
        successIsNews.store(machine.successIsNews, ordering: .relaxed)
        answeredKind.store(machine.answeredKind?.number ?? 0, ordering: .relaxed)
    }
}

extension FallbackKind {
    /// Its place among the kinds, counted from one.
    var number: Int {
        switch self {
        case .readOnly: 1
        case .cached: 2
        case .substitute: 3
        }
    }
}
#endif
