@_spi(Lock) import Service

/// The deadlines of all calls on the real clock, with one sleeping task for all of them.
///
/// A call that ends in time costs a lock to come and one to go. The sleeper is not woken for it: it wakes at
/// the deadline it slept for, finds what is due, and sleeps on.
final class DeadlineQueue: Sendable {
    static let shared = DeadlineQueue()

    /// What to do when a deadline comes.
    enum Expiry: Sendable {
        case cancel(RunningTask)
        case abandon(Bulkhead, waiter: UInt64)

        func run() {
            switch self {
            case .cancel(let task): task.cancel()
            case .abandon(let bulkhead, let waiter): bulkhead.abandon(waiter, because: .timedOut)
            }
        }
    }

    typealias Ticket = DeadlineHeap<MonotonicInstant, Expiry>.Ticket

    private struct State {
        var heap = DeadlineHeap<MonotonicInstant, Expiry>()
        /// When the sleeper wakes, if there is one.
        var wakeTime: MonotonicInstant?
        /// Which sleeper counts; the earlier ones were replaced.
        var sleeperNumber: UInt64 = 0
        var sleeper: Task<Void, Never>?
    }

    private let state = Lock(State())

    /// The deadlines that wait.
    var count: Int { state.withLock { $0.heap.count } }

    func insert(_ instant: MonotonicInstant, _ expiry: Expiry) -> Ticket {
        let (ticket, number) = state.withLock { state in
            let ticket = state.heap.insert(instant, expiry)
            if let wakeTime = state.wakeTime, wakeTime <= instant { return (ticket, UInt64?.none) }
            return (ticket, Self.planSleeper(until: instant, in: &state))
        }
        if let number { startSleeper(number, until: instant) }
        return ticket
    }

    /// Takes a deadline out. False where it has come.
    func remove(_ ticket: Ticket) -> Bool {
        state.withLock { $0.heap.remove(ticket) }
    }

    private static func planSleeper(until instant: MonotonicInstant, in state: inout State) -> UInt64 {
        state.wakeTime = instant
        state.sleeperNumber += 1
        return state.sleeperNumber
    }

    private func startSleeper(_ number: UInt64, until instant: MonotonicInstant) {
        let sleeper = Task.detached(priority: .high) { [self] in
            do {
                try await ContinuousClock().sleep(until: instant.onContinuousClock)
            } catch {
                return  // Another one sleeps instead.
            }
            wake(number)
        }
        let replaced = state.withLock { state in
            guard state.sleeperNumber == number else { return Optional(sleeper) }
            defer { state.sleeper = sleeper }
            return state.sleeper
        }
        replaced?.cancel()
    }

    private func wake(_ number: UInt64) {
        let now = MonotonicInstant.continuousNow
        let (due, next) = state.withLock { state -> ([Expiry], (UInt64, MonotonicInstant)?) in
            guard state.sleeperNumber == number else { return ([], nil) }
            var due: [Expiry] = []
            while let expiry = state.heap.popFirst(dueAt: now) { due.append(expiry) }
            state.wakeTime = nil
            guard let first = state.heap.first else { return (due, nil) }
            return (due, (Self.planSleeper(until: first, in: &state), first))
        }
        if let (number, instant) = next { startSleeper(number, until: instant) }
        for expiry in due { expiry.run() }
    }
}
