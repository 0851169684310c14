#if OUTBOX
@_spi(Lock) import Service

/// One value, of which the first to come counts. One task waits for it.
final class FirstAnswer<Value: Sendable>: Sendable {
    private enum State {
        case empty
        case waiting(CheckedContinuation<Value, Never>)
        case answered(Value)
        case taken
    }

    private let state = Lock(State.empty)

    func give(_ value: Value) {
        let waiter = state.withLock { state -> CheckedContinuation<Value, Never>? in
            switch state {
            case .empty:
                state = .answered(value)
                return nil
            case .waiting(let continuation):
                state = .taken
                return continuation
            case .answered, .taken: return nil
            }
        }
        waiter?.resume(returning: value)
    }

    /// Waits, whether the task is cancelled or not. Call it once.
    func take() async -> Value {
        await withCheckedContinuation { continuation in
            let answer = state.withLock { state -> Value? in
                if case .answered(let value) = state {
                    state = .taken
                    return value
                }
                state = .waiting(continuation)
                return nil
            }
            if let answer { continuation.resume(returning: answer) }
        }
    }
}
#endif
