#if PostgreSQL
import Synchronization

/// A database cluster: some connections, each with a thread of its own, that take the next piece of work from one queue.
///
/// Nothing here blocks a thread of Swift's tasks, and what runs on a connection may block.
public final class PostgresClient: Sendable {
    private struct State {
        var threads: Int
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    let hosts: PostgresHosts
    private let queue: JobQueue
    private let state: Mutex<State>

    /// Starts the threads. They connect when there is work for them, so a cluster that does not answer is no error yet.
    ///
    /// - Parameters:
    ///   - address: Where the cluster is.
    ///   - connections: How many there are at most, from 1.
    ///   - timeouts: How long to wait.
    public convenience init(
        _ address: PostgresAddress, connections: Int, timeouts: PostgresTimeouts = PostgresTimeouts()
    ) {
        self.init(PostgresHosts(address, timeouts), connections: connections, timeouts: timeouts)
    }

    /// Starts the threads of more connections to the same cluster, which share what is known of its hosts.
    public convenience init(sharing other: PostgresClient, connections: Int, timeouts: PostgresTimeouts) {
        self.init(other.hosts, connections: connections, timeouts: timeouts)
    }

    private init(_ hosts: PostgresHosts, connections: Int, timeouts: PostgresTimeouts) {
        self.hosts = hosts
        queue = JobQueue(patience: timeouts.queue)
        let count = max(1, connections)
        state = Mutex(State(threads: count))
        for _ in 0..<count {
            ConnectionThread(queue: queue, hosts: hosts).start { [weak self] in self?.noteEnd() }
        }
    }

    deinit { queue.close() }

    /// What the server said of itself that was connected to last, or asked by a ``PostgresListener`` since; nil before the
    /// first.
    public var facts: PostgresFacts? { hosts.facts }

    /// Does a piece of work on a connection. It runs on a thread where it may wait.
    ///
    /// Cancelling the task cancels the statement that runs, and leaves nothing behind of a transaction; only a commit that
    /// was sent is waited for.
    ///
    /// - Parameter body: The work. What it needs of the connection's results, it copies.
    /// - Returns: What the work returned.
    /// - Throws: What the work throws; ``PostgresError``; or `CancellationError` where the task was cancelled.
    public func run<Value: Sendable>(
        _ body: @escaping @Sendable (PostgresConnection) throws -> Value
    ) async throws -> Value {
        let interruption = Interruption()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                queue.add(
                    PostgresJob(interruption: interruption) { connection in
                        continuation.resume(with: connection.flatMap { open in Result { try body(open) } })
                    })
            }
        } onCancel: {
            queue.cancel(interruption)
        }
    }

    /// Refuses all further work, and waits for what has begun.
    public func close() async {
        queue.close()
        await withCheckedContinuation { continuation in
            let isEnded = state.withLock { state in
                if state.threads > 0 { state.waiters.append(continuation) }
                return state.threads == 0
            }
            if isEnded { continuation.resume() }
        }
    }

    private func noteEnd() {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.threads -= 1
            guard state.threads == 0 else { return [] }
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}
#endif
