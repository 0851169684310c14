#if Health
@_spi(Lock) import Service

/// Something that is told when a deadline comes.
protocol DeadlineObserver: AnyObject, Sendable {
    /// Called once for each deadline that comes, without a lock.
    ///
    /// - Parameter waiter: The number that the deadline was inserted with.
    func deadlineCame(for waiter: UInt64)
}

/// The deadlines that wait on one clock, with one sleeping task for all of them.
///
/// A call that ends in time costs a lock to come and one to go. The sleeper is not woken for it: it wakes at the deadline
/// it slept for, finds what is due, and sleeps on.
final class DeadlineQueue: Sendable {
    /// The queue of the real clock.
    static let continuous = DeadlineQueue(on: .continuous)

    fileprivate struct Entry: Sendable {
        let observer: any DeadlineObserver
        let waiter: UInt64
    }

    struct Ticket: Sendable {
        fileprivate let ticket: DeadlineHeap<MonotonicInstant, Entry>.Ticket
    }

    private struct State {
        var heap = DeadlineHeap<MonotonicInstant, Entry>()
        /// When the sleeper wakes, if there is one.
        var wakeTime: MonotonicInstant?
        /// Which sleeper counts; the earlier ones were replaced.
        var sleeperNumber: UInt64 = 0
        var sleeper: Task<Void, Never>?
    }

    private let clock: OpenedClock
    private let state = Lock(State())

    init(on clock: OpenedClock) {
        self.clock = clock
    }

    deinit {
        state.withLock { $0.sleeper }?.cancel()
    }

    /// The deadlines that wait.
    var count: Int { state.withLock { $0.heap.count } }

    func insert(_ instant: MonotonicInstant, _ observer: any DeadlineObserver, waiter: UInt64 = 0) -> Ticket {
        let entry = Entry(observer: observer, waiter: waiter)
        let (ticket, number) = state.withLock { state in
            let ticket = state.heap.insert(instant, entry)
            if let wakeTime = state.wakeTime, wakeTime <= instant { return (ticket, UInt64?.none) }
            return (ticket, Self.planSleeper(until: instant, in: &state))
        }
        if let number { startSleeper(number, until: instant) }
        return Ticket(ticket: ticket)
    }

    /// Takes a deadline out. False where it has come.
    @discardableResult
    func remove(_ ticket: Ticket) -> Bool {
        let (isInTime, idle) = state.withLock { state in
            let isInTime = state.heap.remove(ticket.ticket)
            return (isInTime, isInTime ? takeIdleSleeper(from: &state) : nil)
        }
        idle?.cancel()
        return isInTime
    }

    /// On a clock that is moved by hand nobody sleeps in vain, so that its sleepers show what waits. On the real clock a
    /// new sleeper would cost more than one that wakes in vain.
    private func takeIdleSleeper(from state: inout State) -> Task<Void, Never>? {
        guard !clock.isContinuous, state.heap.count == 0 else { return nil }
        state.wakeTime = nil
        state.sleeperNumber += 1
        defer { state.sleeper = nil }
        return state.sleeper
    }

    private static func planSleeper(until instant: MonotonicInstant, in state: inout State) -> UInt64 {
        state.wakeTime = instant
        state.sleeperNumber += 1
        return state.sleeperNumber
    }

    private func startSleeper(_ number: UInt64, until instant: MonotonicInstant) {
        let sleeper = Task.detached(priority: .high) { [clock, weak self] in
            do {
                try await clock.sleep(until: instant)
            } catch {
                return  // Another one sleeps instead, or nobody waits any more.
            }
            self?.wake(number)
        }
        let replaced = state.withLock { state in
            guard state.sleeperNumber == number else { return Optional(sleeper) }
            defer { state.sleeper = sleeper }
            return state.sleeper
        }
        replaced?.cancel()
    }

    private func wake(_ number: UInt64) {
        let now = clock.now
        let (due, next) = state.withLock { state -> ([Entry], (UInt64, MonotonicInstant)?) in
            guard state.sleeperNumber == number else { return ([], nil) }
            var due: [Entry] = []
            while let entry = state.heap.popFirst(dueAt: now) { due.append(entry) }
            state.wakeTime = nil
            guard let first = state.heap.first else { return (due, nil) }
            return (due, (Self.planSleeper(until: first, in: &state), first))
        }
        if let (number, instant) = next { startSleeper(number, until: instant) }
        for entry in due { entry.observer.deadlineCame(for: entry.waiter) }
    }
}
#endif
