@_spi(Lock) import Service

/// Limits how many calls run at once. Those that wait are served in the order they came.
final class Bulkhead: Sendable {
    /// Why a wait ended.
    enum WaitEnd: Sendable {
        case admitted, cancelled, timedOut
    }

    private struct State {
        var machine: BulkheadStateMachine
        var waiters: [UInt64: Waiter] = [:]
    }

    private enum Waiter {
        /// Its end is known before it began to wait.
        case ended(WaitEnd)
        case suspended(CheckedContinuation<WaitEnd, Never>)
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

    /// Waits for a slot.
    func wait(_ waiter: UInt64) async -> WaitEnd {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let end = state.withLock { state -> WaitEnd? in
                    if case .ended(let end) = state.waiters.removeValue(forKey: waiter) { return end }
                    state.waiters[waiter] = .suspended(continuation)
                    return nil
                }
                if let end { continuation.resume(returning: end) }
            }
        } onCancel: {
            abandon(waiter, because: .cancelled)
        }
    }

    /// Ends a wait, unless it has ended.
    func abandon(_ waiter: UInt64, because end: WaitEnd) {
        let continuation = change { state in
            state.machine.abandon(waiter) ? Self.end(waiter, with: end, in: &state) : nil
        }
        continuation?.resume(returning: end)
    }

    /// Gives a slot back.
    func leave() {
        let continuation = change { state -> CheckedContinuation<WaitEnd, Never>? in
            guard case .resume(let waiter) = state.machine.leave() else { return nil }
            return Self.end(waiter, with: .admitted, in: &state)
        }
        continuation?.resume(returning: .admitted)
    }

    /// The continuation to resume, or nil where the waiter is on its way to wait and finds its end there.
    private static func end(
        _ waiter: UInt64, with end: WaitEnd, in state: inout State
    ) -> CheckedContinuation<WaitEnd, Never>? {
        if case .suspended(let continuation) = state.waiters.removeValue(forKey: waiter) {
            return continuation
        }
        state.waiters[waiter] = .ended(end)
        return nil
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
