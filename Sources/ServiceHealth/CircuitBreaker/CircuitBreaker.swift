#if Health
import Logging
@_spi(Lock) import Service
public import Synchronization

/// Holds a circuit's decisions behind a lock, and keeps what most calls need to know in two words beside it.
@usableFromInline
final class CircuitBreaker: Sendable {
    typealias StateMachine = CircuitBreakerStateMachine<MonotonicInstant>

    /// Two uncontended words for the calls that change nothing: through a closed circuit, with success.
    /// The generation while every call is admitted, else zero.
    @usableFromInline let admittingGeneration: Atomic<UInt64>
    /// The generation while every call is admitted and a success changes nothing, else zero.
    @usableFromInline let settledGeneration: Atomic<UInt64>
    /// The generation, whatever the state.
    private let latestGeneration: Atomic<UInt64>

    /// Whether outcomes are judged by how long they took.
    @usableFromInline let measuresTime: Bool

    let service: ServiceID
    private let machine: Lock<StateMachine>
    private let clock: MonotonicClock
    private let onChange: @Sendable (CircuitState) -> Void
    /// The calls of `onChange`, so that the last one has the state that the circuit has.
    private let announcements = OrderedActions()

    init(
        service: ServiceID, policy: CircuitBreakerPolicy?, probeLease: Duration, clock: MonotonicClock,
        seed: UInt64?,
        onChange: @escaping @Sendable (CircuitState) -> Void
    ) {
        let machine = StateMachine(
            policy: policy, probeLease: probeLease, generator: SeededGenerator(seed: seed))
        self.service = service
        self.clock = clock
        self.onChange = onChange
        self.machine = Lock(machine)
        admittingGeneration = Atomic(machine.generation)
        latestGeneration = Atomic(machine.generation)
        settledGeneration = Atomic(machine.ignoresSuccess ? machine.generation : 0)
        if case .rate = policy?.trip { measuresTime = true } else { measuresTime = false }
    }

    var state: CircuitState { machine.withLock { $0.state } }

    /// Admits a call, or says why not.
    @inlinable
    func admit() throws(Rejection) -> CircuitPermit {
        let generation = admittingGeneration.load(ordering: .relaxed)
        if generation != 0 { return CircuitPermit(generation: generation) }
        return try admitByMachine()
    }

    @usableFromInline
    func admitByMachine() throws(Rejection) -> CircuitPermit {
        let now = clock.now
        let admission = change { machine in machine.admit(at: now) }
        switch admission {
        case .admitted(let permit): return permit
        case .open(let retryAfter): throw .circuitOpen(service, retryAfter: retryAfter)
        case .isolated: throw .isolated(service)
        }
    }

    /// When a call begins, where that matters.
    @inlinable
    func startTime() -> MonotonicInstant {
        measuresTime ? now() : MonotonicInstant(nanoseconds: 0)
    }

    /// The time when a call begins, read if ``startTime()`` did not need it.
    @inlinable
    func measured(_ start: MonotonicInstant) -> MonotonicInstant { measuresTime ? start : now() }

    @usableFromInline
    func now() -> MonotonicInstant { clock.now }

    /// - Returns: The generation that the success led to; zero if it came too late to count, or was so slow that it opened the
    ///   circuit.
    @inlinable
    @discardableResult
    func recordSuccess(_ permit: CircuitPermit, since start: MonotonicInstant) -> UInt64 {
        if permit.probe == 0, settledGeneration.load(ordering: .relaxed) == permit.generation {
            return permit.generation
        }
        return recordSuccessByMachine(permit, since: start)
    }

    @usableFromInline
    func recordSuccessByMachine(_ permit: CircuitPermit, since start: MonotonicInstant) -> UInt64 {
        let now = clock.now
        return record(.success(took: measuresTime ? start.duration(to: now) : .zero), permit, at: now)
    }

    /// - Returns: The generation that the failure led to; zero if it came too late to count.
    @discardableResult
    func recordFailure(_ permit: CircuitPermit, since start: MonotonicInstant) -> UInt64 {
        let now = clock.now
        return record(.failure(took: measuresTime ? start.duration(to: now) : .zero), permit, at: now)
    }

    /// Whether no transition came after a generation.
    func isLatest(_ generation: UInt64) -> Bool { latestGeneration.load(ordering: .relaxed) == generation }

    /// Whether the circuit is closed, and has closed after a generation.
    func hasClosed(after generation: UInt64) -> Bool {
        let admitting = admittingGeneration.load(ordering: .relaxed)
        return admitting != 0 && admitting != generation
    }

    /// Gives a permit back for a call that says nothing about the service.
    @usableFromInline
    func release(_ permit: CircuitPermit) {
        // Through a closed circuit nothing was taken.
        if permit.probe != 0 { _ = record(.neither, permit, at: clock.now) }
    }

    func isolate() {
        change { machine in ((), machine.isolate()) }
    }

    func close() {
        change { machine in ((), machine.close()) }
    }

    private func record(
        _ outcome: StateMachine.Outcome, _ permit: CircuitPermit, at now: MonotonicInstant
    ) -> UInt64 {
        change { machine in
            let isCurrent = machine.isCurrent(permit)
            let action = machine.record(outcome, permit: permit, at: now)
            // A success that opens the circuit is no sign of health.
            if case (.success, .opened) = (outcome, action) { return (0, action) }
            return (isCurrent ? machine.generation : 0, action)
        }
    }

    /// Changes the machine under the lock, and acts on what it says after unlocking.
    private func change<Result: Sendable>(
        _ body: (inout StateMachine) -> (Result, StateMachine.Action)
    ) -> Result {
        let (result, action) = machine.withLock { machine in
            let answer = body(&machine)
            let generation = machine.admitsAll ? machine.generation : 0
            admittingGeneration.store(generation, ordering: .relaxed)
            settledGeneration.store(machine.ignoresSuccess ? generation : 0, ordering: .relaxed)
            latestGeneration.store(machine.generation, ordering: .relaxed)
            #if DEBUG
            machine.checkInvariants()
            #endif
            if let state = Self.state(after: answer.1) { announcements.add { [onChange] in onChange(state) } }
            return answer
        }
        if action != .none {
            announcements.run()
            log(action)
        }
        return result
    }

    private static func state(after action: StateMachine.Action) -> CircuitState? {
        switch action {
        case .none: nil
        case .opened: .open
        case .halfOpened: .halfOpen
        case .closed: .closed
        }
    }

    private func log(_ action: StateMachine.Action) {
        switch action {
        case .none:
            return
        case .opened(let duration):
            let length: Logger.MetadataValue = duration == .zero ? "until closed by hand" : "\(duration)"
            Logger.service.warning("circuit opened", metadata: ["service": "\(service)", "for": length])
        case .halfOpened:
            Logger.service.info("circuit half-open", metadata: ["service": "\(service)"])
        case .closed:
            Logger.service.notice("circuit closed", metadata: ["service": "\(service)"])
        }
    }
}

extension CircuitBreaker: TryScheduling {
    var nextTry: NextTry? {
        let now = clock.now
        return machine.withLock { $0.nextTry(at: now) }
    }
}
#endif
