#if Health
/// A right to run one call: given at admission, and given back with the call's outcome.
@frozen
@usableFromInline
struct CircuitPermit: Sendable, Equatable {
    /// Which stretch between two transitions it belongs to. Outcomes of earlier ones are ignored.
    @usableFromInline let generation: UInt64
    /// Which probe this is, or zero for a call through a closed circuit.
    @usableFromInline let probe: UInt64

    @inlinable
    init(generation: UInt64, probe: UInt64 = 0) {
        self.generation = generation
        self.probe = probe
    }
}

/// Decides when a circuit opens and closes. Knows no clock and no lock.
struct CircuitBreakerStateMachine<Instant: InstantProtocol & Sendable>: Sendable
where Instant.Duration == Duration {
    /// What happened to a call that was admitted.
    enum Outcome: Sendable, Equatable {
        case success(took: Duration)
        case failure(took: Duration)
        /// The call was cancelled, or rejected further in: it says nothing about the service.
        case neither
    }

    /// The answer to a call that wants to run.
    enum Admission: Sendable, Equatable {
        case admitted(CircuitPermit)
        case open(retryAfter: Duration)
        case isolated
    }

    /// What the circuit breaker does after a decision.
    enum Action: Sendable, Equatable {
        case none
        case opened(for: Duration)
        case halfOpened
        case closed
    }

    private enum Mode: Sendable, Equatable {
        case closed
        case open(until: Instant)
        case halfOpen
        case isolated
    }

    private struct Probe: Sendable, Equatable {
        let id: UInt64
        let leaseEnd: Instant
    }

    let policy: CircuitBreakerPolicy?
    /// How long a probe may take before another one may run in its place.
    let probeLease: Duration
    /// The time from which a call is slow, where that counts.
    private var slowAfter: Duration?
    private var generator: SeededGenerator
    private var mode = Mode.closed
    /// Counts up with every transition; never zero.
    private(set) var generation: UInt64 = 1
    private(set) var consecutiveFailures = 0
    private var window: RollingWindow<Instant>?
    private var probes: [Probe] = []
    private var lastProbe: UInt64 = 0
    private var probeSuccesses = 0
    /// How often in a row the circuit opened without closing in between.
    private var opensInARow = 0

    /// - Parameters:
    ///   - policy: Nil for a circuit that opens by hand only.
    ///   - probeLease: How long a probe may take before another one may run in its place.
    ///   - generator: Where jitter comes from.
    init(policy: CircuitBreakerPolicy?, probeLease: Duration, generator: SeededGenerator) {
        self.policy = policy
        self.probeLease = probeLease
        self.generator = generator
        if case .rate(_, _, let length, let slow) = policy?.trip {
            window = RollingWindow(length: length)
            slowAfter = slow?.longerThan
        }
    }

    var state: CircuitState {
        switch mode {
        case .closed: .closed
        case .open, .isolated: .open
        case .halfOpen: .halfOpen
        }
    }

    /// When a call is made again, or nil while every call is.
    func nextTry(at now: Instant) -> NextTry? {
        switch mode {
        case .closed: nil
        case .halfOpen: .withNextCall
        case .open(let end): .after(max(.zero, now.duration(to: end)))
        case .isolated: .byHand
        }
    }

    /// Whether every call is admitted.
    var admitsAll: Bool { mode == .closed }
    /// Whether every call is admitted, and a success changes nothing.
    var ignoresSuccess: Bool { mode == .closed && window == nil && consecutiveFailures == 0 }
    /// How many probes hold a permit.
    var activeProbes: Int { probes.count }

    // MARK: Admission

    mutating func admit(at now: Instant) -> (Admission, Action) {
        switch mode {
        case .closed:
            return (.admitted(CircuitPermit(generation: generation)), .none)
        case .isolated:
            return (.isolated, .none)
        case .open(let end) where now < end:
            return (.open(retryAfter: now.duration(to: end)), .none)
        case .open:
            enter(.halfOpen)
            return (admitProbe(at: now), .halfOpened)
        case .halfOpen:
            return (admitProbe(at: now), .none)
        }
    }

    private mutating func admitProbe(at now: Instant) -> Admission {
        probes.removeAll { $0.leaseEnd <= now }
        guard let policy, probes.count < policy.probes else { return .open(retryAfter: .zero) }
        lastProbe += 1
        probes.append(Probe(id: lastProbe, leaseEnd: now.advanced(by: probeLease)))
        return .admitted(CircuitPermit(generation: generation, probe: lastProbe))
    }

    // MARK: Outcomes

    /// Whether the outcome of a call with this permit counts: no transition came since, and no other probe took its place.
    func isCurrent(_ permit: CircuitPermit) -> Bool {
        guard permit.generation == generation else { return false }
        return mode == .closed || probes.contains { $0.id == permit.probe }
    }

    mutating func record(_ outcome: Outcome, permit: CircuitPermit, at now: Instant) -> Action {
        guard permit.generation == generation else { return .none }
        switch mode {
        case .closed: break
        case .halfOpen: return recordProbe(outcome, permit: permit, at: now)
        case .open, .isolated: return .none
        }
        if window != nil { return recordInWindow(outcome, at: now) }
        switch outcome {
        case .success: consecutiveFailures = 0
        case .failure:
            guard case .consecutive(let limit) = policy?.trip else { break }
            consecutiveFailures += 1
            if consecutiveFailures >= limit { return open(at: now) }
        case .neither: break
        }
        return .none
    }

    private mutating func recordInWindow(_ outcome: Outcome, at now: Instant) -> Action {
        guard outcome != .neither else { return .none }
        let isSlow = slowAfter.map { outcome.took > $0 } ?? false
        window?.add(.init(calls: 1, marked: outcome.isFailure ? 1 : 0, slow: isSlow ? 1 : 0), at: now)
        // Nearly every call ends here.
        guard let total = window?.total, total.marked > 0 || total.slow > 0 else { return .none }
        guard case .rate(let failureRate, let minimumCalls, _, let slow) = policy?.trip,
            total.calls >= minimumCalls
        else { return .none }
        let calls = Double(total.calls)
        let tooManyFail = total.marked > 0 && Double(total.marked) / calls >= failureRate
        let tooManySlow = slow.map { total.slow > 0 && Double(total.slow) / calls >= $0.rate } ?? false
        return tooManyFail || tooManySlow ? open(at: now) : .none
    }

    private mutating func recordProbe(
        _ outcome: Outcome, permit: CircuitPermit, at now: Instant
    ) -> Action {
        // A probe whose permit was given to another, or was given back before, has no say.
        guard let index = probes.firstIndex(where: { $0.id == permit.probe }) else { return .none }
        probes.remove(at: index)
        switch outcome {
        case .neither:
            return .none
        case .success(let took) where slowAfter.map({ took <= $0 }) ?? true:
            probeSuccesses += 1
            return probeSuccesses >= policy?.successesToClose ?? 1 ? close() : .none
        case .success, .failure:
            // A probe that is too slow is no proof that the service is back.
            return open(at: now)
        }
    }

    // MARK: Transitions

    /// Opens the circuit until ``close()``.
    mutating func isolate() -> Action {
        guard mode != .isolated else { return .none }
        enter(.isolated)
        return .opened(for: .zero)
    }

    /// Closes the circuit and forgets everything it counted.
    mutating func close() -> Action {
        let wasClosed = mode == .closed
        enter(.closed)
        opensInARow = 0
        return wasClosed ? .none : .closed
    }

    private mutating func open(at now: Instant) -> Action {
        guard let policy else { return .none }
        let duration = nextOpenDuration(policy)
        opensInARow = min(opensInARow + 1, 62)
        enter(.open(until: now.advanced(by: duration)))
        return .opened(for: duration)
    }

    private mutating func enter(_ mode: Mode) {
        self.mode = mode
        generation += 1
        consecutiveFailures = 0
        window?.empty()
        probes.removeAll()
        probeSuccesses = 0
    }

    private mutating func nextOpenDuration(_ policy: CircuitBreakerPolicy) -> Duration {
        var duration = policy.openFor
        if let maximum = policy.maximumOpenFor {
            for _ in 0..<opensInARow where duration < maximum {
                // Compared before it is doubled, which could pass the end of all durations.
                duration = duration > maximum / 2 ? maximum : duration * 2
            }
            duration = min(duration, maximum)
        }
        guard policy.jitter > 0 else { return duration }
        // Twice as long is the most that jitter makes of it.
        duration = min(duration, .seconds(Int64.max))
        duration = duration * (1 + policy.jitter * (2 * generator.nextFraction() - 1))
        return policy.maximumOpenFor.map { min(duration, $0) } ?? duration
    }

    // MARK: Invariants

    /// Stops a debug build in which something impossible is true.
    func checkInvariants() {
        assert(generation > 0, "generation zero means no generation")
        assert(probes.isEmpty || mode == .halfOpen, "probes run in a half-open circuit only")
        assert(probes.count <= policy?.probes ?? 0, "more probes than allowed")
        assert(Set(probes.map(\.id)).count == probes.count, "one permit was given twice")
        assert(mode == .closed || consecutiveFailures == 0, "counts were carried out of the closed state")
        assert(window.map { $0.total.marked <= $0.total.calls && $0.total.slow <= $0.total.calls } ?? true)
    }
}

extension CircuitBreakerStateMachine.Outcome {
    fileprivate var took: Duration {
        switch self {
        case .success(let took), .failure(let took): took
        case .neither: .zero
        }
    }

    fileprivate var isFailure: Bool {
        if case .failure = self { true } else { false }
    }
}
#endif
