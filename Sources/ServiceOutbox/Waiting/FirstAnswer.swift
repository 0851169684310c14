#if OUTBOX
@_spi(Lock) import Service

/// One value, of which the first to come counts. One task waits for it.
final class FirstAnswer<Value: Sendable>: Sendable {
    private struct State {
        var answer: Value?
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Lock(State())

    func give(_ value: Value) {
        let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard state.answer == nil else { return nil }
            state.answer = value
            return state.waiter.take()
        }
        waiter?.resume()
    }

    /// Waits, whether the task is cancelled or not. Call it once.
    func take() async -> Value {
        while true {
            // The value goes by the lock, not by the continuation: Thread Sanitizer does not see one that is resumed early.
            if let answer = state.withLock({ $0.answer }) { return answer }
            await withCheckedContinuation { continuation in
                let isAnswered = state.withLock { state in
                    if state.answer == nil { state.waiter = continuation }
                    return state.answer != nil
                }
                if isAnswered { continuation.resume() }
            }
        }
    }
}
#endif
