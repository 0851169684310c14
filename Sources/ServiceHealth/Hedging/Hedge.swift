#if Health
@_spi(Lock) import Service

/// Holds the decisions about one hedged call, and hands them to the task that makes it.
final class Hedge<End: Sendable>: DeadlineObserver {
    /// What the task that makes the call does next.
    enum Step: Sendable, Equatable {
        case start(Int)
        /// Cancel what still runs and wait for it.
        case finish
    }

    private struct State {
        var machine: HedgingStateMachine
        /// How many attempts were handed out to be started.
        var handedOut = 0
        var isFinished = false
        /// What the candidate came to.
        var end: End?
        /// What all attempts came to, if that is kept.
        var ends: [(attempt: Int, end: End)] = []
        /// The task that makes the call, while it waits for its next step.
        var waiter: CheckedContinuation<Step, Never>?

        mutating func takeStep() -> Step? {
            if isFinished { return .finish }
            guard handedOut < machine.started else { return nil }
            handedOut += 1
            return .start(handedOut)
        }
    }

    private let state: Lock<State>
    private let keepsEnds: Bool

    /// - Parameter keepsEnds: Whether ``otherEnds`` are kept.
    init(policy: HedgingPolicy, keepsEnds: Bool = false) {
        self.keepsEnds = keepsEnds
        state = Lock(State(machine: HedgingStateMachine(maxAttempts: policy.maxAttempts)))
        change { $0.machine.begin() }
    }

    /// Returns the next step as soon as there is one. Cancellation does not end the wait: it ends the attempts.
    func next() async -> Step {
        if let step = state.withLock({ $0.takeStep() }) { return step }
        return await withCheckedContinuation { continuation in
            let step = state.withLock { state -> Step? in
                if let step = state.takeStep() { return step }
                state.waiter = continuation
                return nil
            }
            if let step { continuation.resume(returning: step) }
        }
    }

    /// What the call came to, once its steps are finished.
    var end: End? { state.withLock { $0.end } }

    /// What the attempts came to whose end is not the call's.
    var otherEnds: [End] {
        state.withLock { state in state.ends.filter { $0.attempt != state.machine.candidate }.map(\.end) }
    }

    /// Whether the next attempt may start when this one takes too long.
    var mayHedge: Bool { state.withLock { $0.machine.mayHedge } }

    /// Whether attempts run.
    var isRunning: Bool { state.withLock { $0.machine.running > 0 } }

    func ended(_ attempt: Int, with end: End, _ kind: HedgingStateMachine.End) {
        var replaced: End?
        change { state in
            let action = state.machine.ended(attempt, with: kind)
            if state.machine.candidate == attempt { (replaced, state.end) = (state.end, end) }
            if keepsEnds { state.ends.append((attempt, end)) }
            return action
        }
        // An earlier attempt's error may be released with this, and not under the lock.
        withExtendedLifetime(replaced) {}
    }

    func deadlineCame(for waiter: UInt64) {
        change { $0.machine.tookTooLong(Int(waiter)) }
    }

    private func change(_ body: (inout State) -> HedgingStateMachine.Action) {
        let (waiter, step) = state.withLock { state -> (CheckedContinuation<Step, Never>?, Step?) in
            if case .finish = body(&state) { state.isFinished = true }
            #if DEBUG
            state.machine.checkInvariants()
            #endif
            guard let waiter = state.waiter, let step = state.takeStep() else { return (nil, nil) }
            state.waiter = nil
            return (waiter, step)
        }
        if let waiter, let step { waiter.resume(returning: step) }
    }
}

/// One attempt of a hedged call.
struct HedgedAttempt: Sendable {
    fileprivate let hedge: any Deciding
    fileprivate let number: Int

    /// Whether the answer of this attempt is the call's, decided by the first that asks.
    func claim() -> Bool { hedge.claim(number) }

    /// Whether another attempt's end is the call's, so that this one's counts as neither success nor failure.
    var isLost: Bool { hedge.isLost(number) }
}

extension Hedge {
    func attempt(_ number: Int) -> HedgedAttempt { HedgedAttempt(hedge: self, number: number) }
}

/// Knows which attempt's end is the call's.
private protocol Deciding: AnyObject, Sendable {
    func claim(_ attempt: Int) -> Bool
    func isLost(_ attempt: Int) -> Bool
}

extension Hedge: Deciding {
    func claim(_ attempt: Int) -> Bool {
        state.withLock { $0.machine.claim(attempt) }
    }

    func isLost(_ attempt: Int) -> Bool {
        state.withLock { $0.machine.decided.map { $0 != attempt } ?? false }
    }
}
#endif
