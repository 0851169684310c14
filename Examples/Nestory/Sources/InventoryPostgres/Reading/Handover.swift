#if PostgreSQL
import Dispatch
import PostgresClient
import Synchronization

/// Hands values from a thread, which waits until each was taken, to a task.
final class Handover<Value: Sendable>: Sendable {
    private enum State {
        case empty
        case offered(Value)
        case awaited(CheckedContinuation<Value?, any Error>)
        case ended((any Error)?)
    }

    private let state = Mutex(State.empty)
    /// Signalled when a value was taken, and at the end.
    private let wasTaken = DispatchSemaphore(value: 0)

    // MARK: The thread

    /// Offers a value, and waits until it was taken.
    ///
    /// - Parameter limit: How many seconds to wait. A task that takes longer gets ``PostgresError/timedOut``.
    /// - Returns: Whether more is wanted.
    func offer(_ value: Value, for limit: Double) -> Bool {
        let (waiter, isOver) = state.withLock { state -> (CheckedContinuation<Value?, any Error>?, Bool) in
            switch state {
            case .ended: return (nil, true)
            case .awaited(let waiter):
                state = .empty
                return (waiter, false)
            case .empty, .offered:
                state = .offered(value)
                return (nil, false)
            }
        }
        if isOver { return false }
        if let waiter {
            waiter.resume(returning: value)
            return true
        }
        let isTaken = wasTaken.wait(timeout: .now() + limit) == .success
        return state.withLock { state in
            if case .offered = state, !isTaken { state = .ended(PostgresError.timedOut) }
            if case .ended = state { return false }
            return true
        }
    }

    /// Says that nothing more comes.
    func end(_ error: (any Error)? = nil) {
        let waiter = state.withLock { state -> CheckedContinuation<Value?, any Error>? in
            switch state {
            case .awaited(let waiter):
                state = .ended(nil)
                return waiter
            case .ended: return nil
            case .empty, .offered:
                state = .ended(error)
                return nil
            }
        }
        if let error { waiter?.resume(throwing: error) } else { waiter?.resume(returning: nil) }
    }

    // MARK: The task

    /// Takes the next value; nil behind the last.
    func next() async throws -> Value? {
        try await withCheckedThrowingContinuation { continuation in
            let answer = state.withLock { state -> Result<Value?, any Error>? in
                switch state {
                case .empty:
                    state = .awaited(continuation)
                    return nil
                case .offered(let value):
                    state = .empty
                    return .success(value)
                case .ended(let error):
                    state = .ended(nil)
                    return error.map { .failure($0) } ?? .success(nil)
                case .awaited: return .success(nil)
                }
            }
            guard let answer else { return }
            wasTaken.signal()
            continuation.resume(with: answer)
        }
    }

    /// Wants nothing more.
    func leave() {
        state.withLock { $0 = .ended(nil) }
        wasTaken.signal()
    }
}
#endif
