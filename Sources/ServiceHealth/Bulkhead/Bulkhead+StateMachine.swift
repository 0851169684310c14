#if Health
/// Decides who runs and who waits. Knows no clock and no lock.
struct BulkheadStateMachine: Sendable, Equatable {
    /// The answer to a call that wants to run.
    enum Admission: Sendable, Equatable {
        case run
        /// Wait until an ``Action/resume(_:)`` names this number.
        case wait(UInt64)
        case reject
    }

    enum Action: Sendable, Equatable {
        case none
        /// The waiter with this number has the slot now.
        case resume(UInt64)
    }

    let policy: BulkheadPolicy
    private(set) var running = 0
    /// Those who wait, the oldest first.
    private(set) var waiting: [UInt64] = []
    private var lastWaiter: UInt64 = 0

    init(policy: BulkheadPolicy) {
        self.policy = policy
    }

    mutating func enter() -> Admission {
        if running < policy.maxConcurrent, waiting.isEmpty {
            running += 1
            return .run
        }
        guard waiting.count < policy.maxQueued else { return .reject }
        lastWaiter += 1
        waiting.append(lastWaiter)
        return .wait(lastWaiter)
    }

    /// A call has ended. Its slot goes to the call that has waited longest.
    mutating func leave() -> Action {
        guard waiting.isEmpty else { return .resume(waiting.removeFirst()) }
        running -= 1
        return .none
    }

    /// A waiter gives up. False where it has a slot already, which it must leave then.
    mutating func abandon(_ waiter: UInt64) -> Bool {
        guard let index = waiting.firstIndex(of: waiter) else { return false }
        waiting.remove(at: index)
        return true
    }

    /// Stops a debug build in which something impossible is true.
    func checkInvariants() {
        assert((0...policy.maxConcurrent).contains(running), "more calls run than may")
        assert(waiting.count <= policy.maxQueued, "more calls wait than may")
        assert(waiting.isEmpty || running == policy.maxConcurrent, "a call waits beside a free slot")
    }
}
#endif
