#if Health
@_spi(Lock) import Service

/// Collects what other attempts of failed calls came to than the one whose failure a call throws, for callers who need to
/// know of all of them.
package final class AttemptHistory: Sendable {
    /// Where the calls of the current task report; nil where nobody asks.
    @TaskLocal package static var current: AttemptHistory?

    private struct State {
        /// What other attempts of failed calls came to.
        var failures: [CallFailure<any Error>] = []
        /// The same of the last call, if that got an answer: it may be one that its caller takes for a failure.
        var beforeAnswer: [CallFailure<any Error>] = []
    }

    private let state = Lock(State())

    package init() {}

    /// Returns the failures that were reported since this was last called.
    ///
    /// - Parameter isAnswerRefused: Whether an answer counts for a failure, so that the other attempts of the call that got it count.
    package func take(isAnswerRefused: Bool = false) -> [CallFailure<any Error>] {
        state.withLock { state in
            defer {
                state.failures = []
                if isAnswerRefused { state.beforeAnswer = [] }
            }
            return isAnswerRefused ? state.failures + state.beforeAnswer : state.failures
        }
    }

    /// A call begins: whoever makes it has accepted the answer of the one before.
    func beginCall() {
        let accepted = state.withLock { state in
            defer { state.beforeAnswer = [] }
            return state.beforeAnswer
        }
        withExtendedLifetime(accepted) {}
    }

    /// Adds the failures of attempts, except those that say the same as what the call failed with.
    ///
    /// - Parameter reported: What the call failed with; nil if it got an answer.
    func add(_ failures: [CallFailure<any Error>], besides reported: CallFailure<any Error>?) {
        let others = failures.filter { failure in
            guard case .failed(let error) = failure, case .failed(let reported) = reported else { return true }
            return ErrorEquality.areEqual(error, reported) != true
        }
        if !others.isEmpty { state.withLock { $0.failures += others } }
    }

    /// Adds what another history has collected during a call.
    func add(_ other: AttemptHistory, isAnswered: Bool) {
        if isAnswered {
            let others = other.take(isAnswerRefused: true)
            state.withLock { $0.beforeAnswer += others }
        } else {
            let (failures, beforeAnswer) = other.state.withLock { ($0.failures, $0.beforeAnswer) }
            state.withLock { state in
                state.failures += failures
                state.beforeAnswer += beforeAnswer
            }
        }
    }

    /// An attempt with an answer that was refused is made again: what came before the answer is not forgotten with the next call.
    func keepBeforeAnswer() {
        state.withLock { state in
            state.failures += state.beforeAnswer
            state.beforeAnswer = []
        }
    }
}
#endif
