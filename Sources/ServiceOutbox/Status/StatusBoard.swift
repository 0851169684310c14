#if OUTBOX
@_spi(Lock) import Service
import ServiceHealth

/// Holds the status of an outbox, and hands every change of it to those who follow.
final class StatusBoard: Sendable {
    private struct State {
        var status = OutboxStatus()
        var nextFollower = 0
        var followers: [Int: AsyncStream<OutboxStatus>.Continuation] = [:]
        var isFinished = false
    }

    private let state = Lock(State())
    /// What followers are told, in the order of the changes.
    private let announcements = OrderedActions()

    var status: OutboxStatus { state.withLock { $0.status } }

    /// The current status, then the newest one whenever it changes.
    var statuses: AsyncStream<OutboxStatus> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: OutboxStatus.self, bufferingPolicy: .bufferingNewest(1))
        let id = state.withLock { state -> Int? in
            continuation.yield(state.status)
            guard !state.isFinished else { return nil }
            state.nextFollower += 1
            state.followers[state.nextFollower] = continuation
            return state.nextFollower
        }
        guard let id else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in self?.unfollow(id) }
        return stream
    }

    func update(_ change: (inout OutboxStatus) -> Void) {
        state.withLock { state in
            let before = state.status
            change(&state.status)
            guard state.status != before else { return }
            // After unlocking, as a task that waits for it may run at once, on this thread.
            announcements.add { [status = state.status, followers = state.followers] in
                for follower in followers.values { follower.yield(status) }
            }
        }
        announcements.run()
    }

    /// Ends every stream.
    func finish() {
        state.withLock { state in
            state.isFinished = true
            announcements.add { [followers = state.followers] in
                for follower in followers.values { follower.finish() }
            }
            state.followers = [:]
        }
        announcements.run()
    }

    private func unfollow(_ id: Int) {
        let follower = state.withLock { $0.followers.removeValue(forKey: id) }
        withExtendedLifetime(follower) {}
    }
}
#endif
