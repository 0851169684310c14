@_spi(Lock) import Service

/// Records what happened, in order, and lets a test wait for what is still to come.
///
/// Pass ``record(_:)`` to the code that reports, then wait for what the test is about:
///
/// ```swift
/// let changes = Recorder<Change>()
/// let subscription = model.onChange { changes.record($0) }
/// model.load()
/// #expect(try await changes.first(2) == [.loading, .loaded])
/// ```
///
/// Nothing sleeps: recording an element wakes the tasks that wait for it. To record what an environment creates, see
/// ``ServiceEventRecorder``.
public final class Recorder<Element: Sendable>: Sendable {
    private struct State {
        var elements: [Element] = []
        /// Counts the changes to the elements.
        var version = 0
        var nextWaiter = 0
        /// Those who have seen every element and wait for the next one.
        var waiters: [Int: CheckedContinuation<Void, any Error>] = [:]
    }

    private let state = Lock(State())

    /// Creates a recorder that has recorded nothing.
    public init() {}

    /// Everything recorded so far, the oldest first.
    public var elements: [Element] { state.withLock { $0.elements } }

    /// Adds an element and wakes the tasks that wait for it. May be called from any thread.
    ///
    /// - Parameter element: What happened.
    public func record(_ element: Element) {
        let waiters = state.withLock { state in
            state.elements.append(element)
            state.version += 1
            defer { state.waiters = [:] }
            return state.waiters
        }
        for waiter in waiters.values { waiter.resume() }
    }

    /// Removes everything recorded so far. Tasks that wait then wait for new elements.
    ///
    /// - Returns: What was removed, the oldest first.
    @discardableResult
    public func removeAll() -> [Element] {
        state.withLock { state in
            state.version += 1
            defer { state.elements = [] }
            return state.elements
        }
    }

    /// Waits until a number of elements have been recorded.
    ///
    /// - Parameter count: How many to wait for.
    /// - Returns: The first `count` elements, immediately if they were recorded already.
    /// - Throws: `CancellationError` if the task is cancelled before, for example by the test's time limit.
    public func first(_ count: Int) async throws -> [Element] {
        Array(try await elements { $0.count >= count }.prefix(count))
    }

    /// Waits for an element that satisfies a condition.
    ///
    /// - Parameter predicate: Returns true for the element. It is called without a lock held, for an element more than
    ///   once.
    /// - Returns: The oldest such element, immediately if it was recorded already.
    /// - Throws: `CancellationError` if the task is cancelled before.
    public func first(where predicate: (Element) -> Bool) async throws -> Element {
        while true {
            let (seen, version) = current
            if let found = seen.first(where: predicate) { return found }
            try await waitForChange(since: version)
        }
    }

    /// Waits until all recorded elements together satisfy a condition.
    ///
    /// - Parameter predicate: Receives everything recorded so far. It is called without a lock held, after each change.
    /// - Returns: The elements that satisfied it, immediately if they do already.
    /// - Throws: `CancellationError` if the task is cancelled before.
    public func elements(where predicate: ([Element]) -> Bool) async throws -> [Element] {
        while true {
            let (seen, version) = current
            if predicate(seen) { return seen }
            try await waitForChange(since: version)
        }
    }

    private var current: (elements: [Element], version: Int) {
        state.withLock { ($0.elements, $0.version) }
    }

    /// Waits until something is recorded that was not there at a version.
    private func waitForChange(since version: Int) async throws {
        let waiter = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                enter(waiter, continuation, version)
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: waiter) }?.resume(throwing: CancellationError())
        }
    }

    private func enter(_ waiter: Int, _ continuation: CheckedContinuation<Void, any Error>, _ version: Int) {
        let outcome = state.withLock { state -> Result<Void, any Error>? in
            // The cancellation handler may have run already, and would not look for this waiter again.
            if Task.isCancelled { return .failure(CancellationError()) }
            if state.version != version { return .success(()) }
            state.waiters[waiter] = continuation
            return nil
        }
        if let outcome { continuation.resume(with: outcome) }
    }
}
