@_spi(Lock) import Service

/// A service that answers a call when the test says so, in any order.
final class GatedService<Input: Sendable, Output: Sendable>: Sendable {
    private final class Call: Sendable {
        let input: Input
        let cancelled = Signal()
        let ended = Signal()
        let answered = Signal()
        let answer = Lock<Result<Output, any Error>?>(nil)

        init(input: Input) { self.input = input }
    }

    private struct State {
        var calls: [Call] = []
        var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Lock(State())
    private let obeysCancellation: Bool

    /// - Parameter obeysCancellation: Whether a cancelled call ends at once, with `CancellationError`.
    init(obeysCancellation: Bool = true) {
        self.obeysCancellation = obeysCancellation
    }

    var inputs: [Input] { state.withLock { $0.calls.map(\.input) } }

    @concurrent @Sendable func call(_ input: Input) async throws -> Output {
        let call = Call(input: input)
        enter(call)
        await withTaskCancellationHandler {
            await call.answered.wait()
        } onCancel: {
            call.cancelled.set()
            if obeysCancellation { call.answered.set() }
        }
        defer { call.ended.set() }
        guard let answer = call.answer.withLock({ $0 }) else { throw CancellationError() }
        return try answer.get()
    }

    func answer(_ index: Int, with answer: Result<Output, any Error>) {
        let call = call(at: index)
        call.answer.withLock { $0 = answer }
        call.answered.set()
    }

    /// Forgets an answer that was used, so that the test's own hold on it ends.
    func forgetAnswer(_ index: Int) {
        call(at: index).answer.withLock { $0 = nil }
    }

    func waitForCalls(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                if state.calls.count >= count { return true }
                state.waiting.append((count, continuation))
                return false
            }
            if isReached { continuation.resume() }
        }
    }

    func waitForCancellation(of index: Int) async { await call(at: index).cancelled.wait() }
    func waitForEnd(of index: Int) async { await call(at: index).ended.wait() }
    func isCancelled(_ index: Int) -> Bool { call(at: index).cancelled.isSet }

    private func call(at index: Int) -> Call { state.withLock { $0.calls[index] } }

    private func enter(_ call: Call) {
        let reached = state.withLock { state in
            state.calls.append(call)
            let count = state.calls.count
            let reached = state.waiting.filter { $0.count <= count }
            state.waiting.removeAll { $0.count <= count }
            return reached
        }
        for waiter in reached { waiter.continuation.resume() }
    }
}
