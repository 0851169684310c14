#if Health
@_spi(Lock) import Service

/// Limits how many calls run at once. Callers that wait are served in the order they came.
final class Bulkhead: WaitingStage {
    private struct State {
        var machine: BulkheadStateMachine
        var callers = SuspendedCallers()
    }

    private let state: Lock<State>

    init(policy: BulkheadPolicy) {
        state = Lock(State(machine: BulkheadStateMachine(policy: policy)))
    }

    /// The calls that run and those that wait.
    var counts: (running: Int, waiting: Int) {
        state.withLock { ($0.machine.running, $0.machine.waiting.count) }
    }

    func enter() -> BulkheadStateMachine.Admission {
        change { $0.machine.enter() }
    }

    /// Gives a slot back.
    func leave() {
        let resumption = change { state -> SuspendedCallers.Resumption? in
            guard case .resume(let waiter) = state.machine.leave() else { return nil }
            return state.callers.end(waiter, with: .admitted)
        }
        resumption?.resume()
    }

    func suspend(
        _ waiter: UInt64, _ continuation: CheckedContinuation<WaitEnd, Never>
    ) -> SuspendedCallers.Resumption? {
        state.withLock { $0.callers.suspend(waiter, continuation) }
    }

    func abandon(_ waiter: UInt64, because end: WaitEnd) {
        let resumption = change { state in
            state.machine.abandon(waiter) ? state.callers.end(waiter, with: end) : nil
        }
        resumption?.resume()
    }

    func deadlineCame(for waiter: UInt64) {
        abandon(waiter, because: .timedOut)
    }

    private func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        state.withLock { state in
            let result = body(&state)
            #if DEBUG
            state.machine.checkInvariants()
            #endif
            return result
        }
    }
}
#endif
