import Synchronization

/// One caller that waits for a run, and that may leave before the run ends.
@MainActor final class Waiter<Output: Sendable> {
    /// Set on whatever thread cancels the caller, so that a run which ends meanwhile knows.
    nonisolated private let left = Atomic(false)
    private var answer: Output??
    private var continuation: CheckedContinuation<Output?, Never>?

    nonisolated var hasLeft: Bool { left.load(ordering: .acquiring) }

    nonisolated func leave() {
        left.store(true, ordering: .releasing)
    }

    /// Suspends until there is an answer. Called once.
    func wait() async -> Output? {
        if let answer { return answer }
        return await withCheckedContinuation { continuation = $0 }
    }

    /// Ends the wait. Only the first answer counts.
    func end(with output: Output?) {
        guard answer == nil else { return }
        answer = .some(output)
        continuation?.resume(returning: output)
        continuation = nil
    }
}
