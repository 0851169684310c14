@_spi(Lock) import Service

/// One call of a mock that waits for the test's answer. See ``AsyncMockMethod/holds()``.
///
/// If the caller's task is cancelled, a call that can throw any error ends with `CancellationError`; another one keeps
/// waiting for the answer.
public final class HeldCall<Arguments: Sendable, Output: Sendable, Failure: Error>: Sendable {
    private typealias Answer = Result<Output, Failure>

    private enum State: Sendable {
        case open
        case waiting(CheckedContinuation<Answer, Never>)
        /// The test has answered, and the call may still have to fetch it.
        case answered(Answer)
        case cancelled(Answer)
        case ended
    }

    /// What an answer does.
    private enum Effect {
        case none
        case resume(CheckedContinuation<Answer, Never>)
        case refuse
    }

    /// What the method was called with.
    public let arguments: Arguments

    private let state = Lock(State.open)
    private let cancellation = Recorder<Void>()
    private let report: @Sendable (String) -> Void

    init(_ arguments: Arguments, report: @escaping @Sendable (String) -> Void) {
        self.arguments = arguments
        self.report = report
    }

    // MARK: The test's side

    /// Returns a value to the caller.
    ///
    /// A call is answered once. A second answer records an issue; an answer to a cancelled call does nothing.
    ///
    /// - Parameter output: The value.
    public func returns(_ output: Output) { answer(with: .success(output)) }

    /// Throws an error to the caller, see ``returns(_:)``.
    ///
    /// - Parameter error: The error.
    public func fails(_ error: Failure) { answer(with: .failure(error)) }

    /// Waits until the caller's task is cancelled.
    ///
    /// - Throws: `CancellationError` if the waiting task is cancelled before.
    public func waitForCancellation() async throws { _ = try await cancellation.first(1) }

    private func answer(with answer: Answer) {
        let effect = state.withLock { state -> Effect in
            switch state {
            case .open:
                state = .answered(answer)
                return .none
            case .waiting(let continuation):
                state = .ended
                return .resume(continuation)
            case .cancelled: return .none
            case .answered, .ended: return .refuse
            }
        }
        switch effect {
        case .none: break
        case .resume(let continuation): continuation.resume(returning: answer)
        case .refuse: report("a held call was answered twice.")
        }
    }

    // MARK: The call's side

    /// Waits for the answer.
    func answer() async -> Result<Output, Failure> {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer = state.withLock { state -> Answer? in
                    switch state {
                    case .open, .waiting, .ended:
                        state = .waiting(continuation)
                        return nil
                    case .answered(let answer):
                        state = .ended
                        return answer
                    case .cancelled(let answer): return answer
                    }
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            cancel()
        }
    }

    private func cancel() {
        // Last: a test that learns of it and then answers must not be in time.
        defer { cancellation.record(()) }
        guard let error = CancellationError() as? Failure else { return }
        let waiting = state.withLock { state -> CheckedContinuation<Answer, Never>? in
            switch state {
            case .open:
                state = .cancelled(.failure(error))
                return nil
            case .waiting(let continuation):
                state = .cancelled(.failure(error))
                return continuation
            case .answered, .cancelled, .ended: return nil
            }
        }
        waiting?.resume(returning: .failure(error))
    }
}
