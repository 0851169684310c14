#if Health
@_spi(Lock) import Service

/// Holds the decisions about retries of one pipeline behind a lock.
final class Retry: Sendable {
    typealias StateMachine = RetryStateMachine<MonotonicInstant>

    private let machine: Lock<StateMachine>

    init(policy: RetryPolicy, seed: UInt64?) {
        machine = Lock(StateMachine(policy: policy, generator: SeededGenerator(seed: seed)))
    }

    func beginCall(at now: MonotonicInstant) {
        machine.withLock { $0.beginCall(at: now) }
    }

    func attemptFailed(
        _ attempt: Int, waitAtLeast: Duration, at now: MonotonicInstant, deadline: MonotonicInstant?
    ) -> StateMachine.Action {
        machine.withLock {
            $0.attemptFailed(attempt, waitAtLeast: waitAtLeast, at: now, deadline: deadline)
        }
    }
}
#endif
