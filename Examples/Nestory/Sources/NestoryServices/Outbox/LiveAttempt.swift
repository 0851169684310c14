import Inventory
import Synchronization

/// Notes what the inventory answered to a change that was attempted at once, for the caller of that attempt: the outbox
/// itself only learns what to do next.
final class LiveAttempt: Sendable {
    /// The attempt that is being made; nil for changes that were kept before.
    @TaskLocal static var current: LiveAttempt?

    private let state = Mutex<Result<Item?, any Error>?>(nil)

    /// What was answered; nil if the change was not attempted.
    var answer: Result<Item?, any Error>? { state.withLock { $0 } }

    func note(_ answer: Result<Item?, any Error>) {
        state.withLock { $0 = answer }
    }
}
