#if Health
@_spi(Lock) import Service

/// Limits how often calls are made. Callers that wait get their permits in the order they came.
@usableFromInline
final class RateLimiter: WaitingStage {
    typealias StateMachine = RateLimitStateMachine<MonotonicInstant>

    private struct State {
        var machine: StateMachine
        var callers = SuspendedCallers()
        /// Which deadline waits for the next permit, if one does.
        var timing: UInt64?
        var lastTiming: UInt64 = 0
        /// The place of that deadline, as soon as it is known.
        var ticket: DeadlineQueue.Ticket?
    }

    private let clock: MonotonicClock
    private let state: Lock<State>

    init(policy: RateLimitPolicy, clock: MonotonicClock) {
        self.clock = clock
        state = Lock(State(machine: StateMachine(policy: policy)))
    }

    /// How many calls wait for a permit.
    var waitingCount: Int { state.withLock { $0.machine.waiting.count } }

    /// Takes a permit if there is one now and nobody waits for it.
    @usableFromInline
    func takesAtOnce(at now: MonotonicInstant) -> Bool {
        state.withLock { $0.machine.takesAtOnce(at: now) }
    }

    func enter() -> StateMachine.Admission {
        let now = clock.now
        return change { state in
            // Nearly every call: nobody waits.
            if state.machine.waiting.isEmpty { return (state.machine.enter(at: now), []) }
            let resumptions = Self.advance(&state, to: now)
            return (state.machine.enter(at: now), resumptions)
        }
    }

    func suspend(
        _ waiter: UInt64, _ continuation: CheckedContinuation<WaitEnd, Never>
    ) -> SuspendedCallers.Resumption? {
        state.withLock { $0.callers.suspend(waiter, continuation) }
    }

    func abandon(_ waiter: UInt64, because end: WaitEnd) {
        change { state in
            ((), state.machine.abandon(waiter) ? [state.callers.end(waiter, with: end)] : [])
        }
    }

    /// The number of a deadline that is nobody's: the next permit has come.
    private static var permit: UInt64 { 0 }

    func deadlineCame(for waiter: UInt64) {
        guard waiter == Self.permit else { return abandon(waiter, because: .timedOut) }
        let now = clock.now
        change { state in
            state.timing = nil
            state.ticket = nil
            return ((), Self.advance(&state, to: now))
        }
    }

    private static func advance(_ state: inout State, to now: MonotonicInstant) -> [SuspendedCallers.Resumption?] {
        state.machine.advance(to: now).map { state.callers.end($0, with: .admitted) }
    }

    /// Changes the machine under the lock, and resumes and times what follows after unlocking.
    private func change<Result: Sendable>(
        _ body: (inout State) -> (Result, [SuspendedCallers.Resumption?])
    ) -> Result {
        let (result, resumptions, next, unused) = state.withLock { state in
            let (result, resumptions) = body(&state)
            #if DEBUG
            state.machine.checkInvariants()
            #endif
            let (next, unused) = Self.planTiming(&state)
            return (result, resumptions, next, unused)
        }
        if let unused { clock.deadlines.remove(unused) }
        if let (permit, timing) = next { time(permit, timing) }
        for resumption in resumptions { resumption?.resume() }
        return result
    }

    /// Decides whether a deadline is to be inserted for the next permit, and whether one is to be taken out.
    private static func planTiming(
        _ state: inout State
    ) -> (next: (permit: MonotonicInstant, timing: UInt64)?, unused: DeadlineQueue.Ticket?) {
        switch (state.machine.nextPermit, state.timing) {
        case (let permit?, nil):
            state.lastTiming += 1
            state.timing = state.lastTiming
            return ((permit, state.lastTiming), nil)
        case (nil, .some):
            defer { (state.timing, state.ticket) = (nil, nil) }
            return (nil, state.ticket)
        case (_?, .some), (nil, nil):
            return (nil, nil)
        }
    }

    private func time(_ permit: MonotonicInstant, _ timing: UInt64) {
        let ticket = clock.deadlines.insert(permit, self, waiter: Self.permit)
        let isWanted = state.withLock { state in
            guard state.timing == timing else { return false }
            state.ticket = ticket
            return true
        }
        // It has come already, or nobody waits any more.
        if !isWanted { clock.deadlines.remove(ticket) }
    }
}
#endif
