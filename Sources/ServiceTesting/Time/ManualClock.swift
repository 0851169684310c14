@_spi(Lock) import Service
import Testing

/// Runs time by hand: nothing that sleeps on this clock wakes before a test moves it.
///
/// Hand the clock to the code under test, wait until that code sleeps, then move the time:
///
/// ```swift
/// let clock = ManualClock()
/// let pause = Task { try await clock.sleep(for: .seconds(5)) }
/// await clock.waitForSleepers()
/// await clock.advance(by: .seconds(5))
/// try await pause.value
/// ```
public final class ManualClock: Clock, Sendable {
    /// A point on a manual clock, told as the time since the clock was made.
    public struct Instant: InstantProtocol, Sendable {
        /// The time between the start of the clock and this instant.
        public let offset: Swift.Duration

        /// Makes the instant that lies this long after the start of the clock.
        ///
        /// - Parameter offset: The time since the start of the clock.
        public init(offset: Swift.Duration = .zero) {
            self.offset = offset
        }

        /// Returns the instant that lies a duration later, or earlier when that is negative.
        ///
        /// - Parameter duration: How much later.
        public func advanced(by duration: Swift.Duration) -> Instant {
            Instant(offset: offset + duration)
        }

        /// Returns the time from this instant to another, negative when the other is earlier.
        ///
        /// - Parameter other: The instant where the time ends.
        public func duration(to other: Instant) -> Swift.Duration {
            other.offset - offset
        }

        /// Returns whether the left instant is the earlier one.
        ///
        /// - Parameters:
        ///   - left: The instant that may be earlier.
        ///   - right: The instant that may be later.
        public static func < (left: Instant, right: Instant) -> Bool {
            left.offset < right.offset
        }
    }

    private struct Sleeper {
        let id: Int
        let deadline: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct Watcher {
        let id: Int
        let count: Int
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var now = Instant()
        var nextID = 0
        /// In the order in which they wake: by deadline, the earlier sleeper first where deadlines are equal.
        var sleepers: [Sleeper] = []
        var watchers: [Watcher] = []

        mutating func makeID() -> Int {
            defer { nextID += 1 }
            return nextID
        }
    }

    private let state = Lock(State())

    /// Creates a clock that stands at zero.
    public init() {}

    /// The time of this clock. It moves only in ``advance(by:)``.
    public var now: Instant { state.withLock { $0.now } }

    /// Zero: the clock tells every two instants apart.
    public var minimumResolution: Swift.Duration { .zero }

    /// The number of tasks that sleep on this clock now.
    public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    /// Suspends until the clock has been moved to a deadline.
    ///
    /// - Parameters:
    ///   - deadline: When to wake. A deadline that is not in the future returns at once.
    ///   - tolerance: Not used; a manual clock is exact.
    /// - Throws: `CancellationError` when the task is cancelled before or while it sleeps.
    /// - Complexity: Linear in the number of sleepers.
    public func sleep(until deadline: Instant, tolerance: Swift.Duration? = nil) async throws {
        let id = state.withLock { $0.makeID() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                enter(Sleeper(id: id, deadline: deadline, continuation: continuation))
            }
        } onCancel: {
            let cancelled = state.withLock { state in
                state.sleepers.firstIndex { $0.id == id }.map { state.sleepers.remove(at: $0) }
            }
            cancelled?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Moves the clock and wakes every sleeper whose deadline is reached on the way.
    ///
    /// The time stops at each deadline in turn, and the tasks that wake there are offered a turn before it goes on.
    /// When this returns, no sleeper with a reached deadline is left.
    ///
    /// - Important: The clock cannot know how far a woken task has come, so this does not wait for what it does next.
    ///   Await that effect; and where a task sleeps again, call ``waitForSleepers(count:)`` between two moves.
    ///
    /// - Parameter duration: How far to move. Going back is not possible: a negative duration records an issue in the
    ///   running test and moves nothing.
    public func advance(by duration: Swift.Duration) async {
        guard duration >= .zero else {
            Issue.record("A ManualClock cannot go back: advance(by: \(duration)). Advance by zero or more.")
            return
        }
        let target = now.advanced(by: duration)
        while wakeNext(upTo: target) {
            await Task.yield()
        }
    }

    /// Suspends until at least so many tasks sleep on this clock, so that a test knows when to move it.
    ///
    /// Returns at once when they already do, and early when the waiting task is cancelled.
    ///
    /// - Parameter count: How many sleepers to wait for.
    public func waitForSleepers(count: Int = 1) async {
        let id = state.withLock { $0.makeID() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                watch(Watcher(id: id, count: count, continuation: continuation))
            }
        } onCancel: {
            let cancelled = state.withLock { state in
                state.watchers.firstIndex { $0.id == id }.map { state.watchers.remove(at: $0) }
            }
            cancelled?.continuation.resume()
        }
    }

    private enum Entrance {
        case cancelled, due, asleep([Watcher])
    }

    private func enter(_ sleeper: Sleeper) {
        let entrance = state.withLock { state -> Entrance in
            // The cancellation handler may have run already, and would not look for this sleeper again.
            if Task.isCancelled { return .cancelled }
            if sleeper.deadline <= state.now { return .due }
            let place =
                state.sleepers.firstIndex { $0.deadline > sleeper.deadline } ?? state.sleepers.endIndex
            state.sleepers.insert(sleeper, at: place)
            let count = state.sleepers.count
            let satisfied = state.watchers.filter { $0.count <= count }
            state.watchers.removeAll { $0.count <= count }
            return .asleep(satisfied)
        }
        switch entrance {
        case .cancelled: sleeper.continuation.resume(throwing: CancellationError())
        case .due: sleeper.continuation.resume()
        case .asleep(let watchers): for watcher in watchers { watcher.continuation.resume() }
        }
    }

    private func watch(_ watcher: Watcher) {
        let isSatisfied = state.withLock { state in
            if Task.isCancelled || watcher.count <= state.sleepers.count { return true }
            state.watchers.append(watcher)
            return false
        }
        if isSatisfied { watcher.continuation.resume() }
    }

    /// Moves to the next deadline up to the target, or to the target; false when there was no deadline left.
    private func wakeNext(upTo target: Instant) -> Bool {
        let due = state.withLock { state -> Sleeper? in
            guard let first = state.sleepers.first, first.deadline <= target else {
                state.now = max(state.now, target)
                return nil
            }
            state.now = max(state.now, first.deadline)
            return state.sleepers.removeFirst()
        }
        due?.continuation.resume()
        return due != nil
    }
}
