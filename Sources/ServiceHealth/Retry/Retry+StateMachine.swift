#if Health
/// Decides whether a failed attempt is made again, and when. Knows no clock and no lock.
struct RetryStateMachine<Instant: InstantProtocol & Sendable>: Sendable where Instant.Duration == Duration {
    /// What to do after a failed attempt.
    enum Action: Sendable, Equatable {
        case retry(after: Duration)
        case giveUp(Reason)
    }

    enum Reason: Sendable, Equatable {
        /// That was the last attempt.
        case attemptsUsed
        /// The delay would pass the deadline of the call.
        case deadlineTooNear
        /// Too many calls are being made again already.
        case budgetSpent
    }

    static var budgetWindow: Duration { .seconds(10) }
    static var callsWithoutBudget: Int { 10 }

    let policy: RetryPolicy
    private var generator: SeededGenerator
    private var window: RollingWindow<Instant>

    init(policy: RetryPolicy, generator: SeededGenerator) {
        self.policy = policy
        self.generator = generator
        window = RollingWindow(length: Self.budgetWindow)
    }

    /// Counts a call, before its first attempt.
    mutating func beginCall(at now: Instant) {
        guard policy.budget != nil else { return }
        window.add(.init(calls: 1), at: now)
    }

    /// Decides what follows an attempt that failed. A retry is counted when it is allowed.
    ///
    /// - Parameters:
    ///   - attempt: Which attempt failed, from one.
    ///   - waitAtLeast: How long the service asked to be left alone.
    ///   - now: The time.
    ///   - deadline: When the whole call must be over.
    mutating func attemptFailed(
        _ attempt: Int, waitAtLeast: Duration = .zero, at now: Instant, deadline: Instant?
    ) -> Action {
        guard attempt < policy.maxAttempts else { return .giveUp(.attemptsUsed) }
        let delay = max(nextDelay(afterAttempt: attempt), waitAtLeast)
        if let deadline, now.advanced(by: delay) >= deadline { return .giveUp(.deadlineTooNear) }
        guard takeFromBudget(at: now) else { return .giveUp(.budgetSpent) }
        return .retry(after: delay)
    }

    private mutating func takeFromBudget(at now: Instant) -> Bool {
        guard let budget = policy.budget else { return true }
        window.advance(to: now)
        let total = window.total
        if total.calls >= Self.callsWithoutBudget {
            // Rounded down by a hair less than it says, so that 0.1 of 30 is three and not two.
            let allowed = max(1, Int((budget * Double(total.calls) + 1e-9).rounded(.down)))
            guard total.marked < allowed else { return false }
        }
        window.add(.init(marked: 1), at: now)
        return true
    }

    private mutating func nextDelay(afterAttempt attempt: Int) -> Duration {
        var delay = min(policy.baseDelay, policy.maximumDelay)
        for _ in 1..<max(1, attempt) where delay < policy.maximumDelay {
            // A duration cannot be multiplied beyond its end.
            guard delay > .zero, policy.multiplier < policy.maximumDelay / delay else {
                delay = delay > .zero ? policy.maximumDelay : .zero
                break
            }
            delay = min(delay * policy.multiplier, policy.maximumDelay)
        }
        return policy.jitter == .full ? delay * generator.nextFraction() : delay
    }
}
#endif
