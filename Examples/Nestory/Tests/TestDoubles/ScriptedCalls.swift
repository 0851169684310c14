import Synchronization

/// The calls of a service's double. Each waits until the test answers it, unless its answer was prepared.
public final class ScriptedCalls<Request: Sendable, Answer: Sendable>: Sendable {
    /// A call that was made.
    public final class Call: Sendable {
        /// What was asked for.
        public let request: Request
        private let gate = AsyncStream.makeStream(of: Result<Answer, any Error>.self)
        private let cancelled = AsyncStream.makeStream(of: Void.self)

        fileprivate init(_ request: Request) { self.request = request }

        /// Lets the call return, or fail.
        public func answer(_ result: Result<Answer, any Error>) { gate.continuation.yield(result) }

        /// Waits until the caller gives up.
        public func waitForCancellation() async {
            for await _ in cancelled.stream { return }
        }

        fileprivate func wait() async throws -> Answer {
            for await result in gate.stream { return try result.get() }
            cancelled.continuation.yield()
            throw CancellationError()
        }
    }

    private struct State {
        var requests: [Request] = []
        var prepared: [Result<Answer, any Error>] = []

        /// Each prepared answer counts once, and the last one for ever.
        mutating func takeAnswer() -> Result<Answer, any Error>? {
            prepared.count > 1 ? prepared.removeFirst() : prepared.first
        }
    }

    private let state = Mutex(State())
    private let arrivals = AsyncStream.makeStream(of: Call.self)

    /// Starts without a call.
    public init() {}

    /// What was asked for, in the order of the calls.
    public var requests: [Request] { state.withLock { $0.requests } }

    /// Answers the next calls at once, in this order, and all others as the last.
    public func prepare(_ results: Result<Answer, any Error>...) {
        state.withLock { $0.prepared = results }
    }

    /// Waits for the next call without a prepared answer, and returns it.
    public func next() async throws -> Call {
        for await call in arrivals.stream { return call }
        throw CancellationError()
    }

    /// Makes a call. For the double.
    ///
    /// - Throws: What the test answers with, or `CancellationError` where the task is cancelled before that.
    public func make(_ request: Request) async throws -> Answer {
        let answer = state.withLock { state in
            state.requests.append(request)
            return state.takeAnswer()
        }
        if let answer { return try answer.get() }
        let call = Call(request)
        arrivals.continuation.yield(call)
        return try await call.wait()
    }
}
