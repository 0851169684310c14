#if Health
@_spi(Lock) import Service
public import Synchronization

/// Collects what other attempts of failed calls came to than the one whose failure a call throws, for callers who need to
/// know of all of them.
@usableFromInline
package final class AttemptHistory: Sendable {
    /// Where the calls of the current task report; nil where nobody asks.
    @TaskLocal package static var current: AttemptHistory?

    /// The number of histories: usually none, so that a call need not look for one.
    @usableFromInline static let count = Atomic<Int>(0)

    private struct State {
        /// What other attempts of failed calls came to.
        var failures: [CallFailure<any Error>] = []
        /// The same of the last call, if that got an answer: it may be one that its caller takes for a failure.
        var beforeAnswer: [CallFailure<any Error>] = []
        /// Whether nobody will ask any more. A task that outlives whoever asked still has this history.
        var isOver = false

        mutating func add(_ failures: [CallFailure<any Error>], beforeAnswer: [CallFailure<any Error>] = []) {
            guard !isOver else { return }
            self.failures += failures
            self.beforeAnswer += beforeAnswer
        }
    }

    private let state = Lock(State())

    package init() { Self.count.add(1, ordering: .relaxed) }

    deinit { Self.count.subtract(1, ordering: .relaxed) }

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

    /// Puts back what those that were taken came to, for the next who asks.
    package func putBack(_ failure: any Error) {
        state.withLock { $0.add([.failed(failure)]) }
    }

    /// Nobody asks any more: lets go of the failures, and keeps no later ones.
    package func end() {
        let ended = state.withLock { state in
            defer {
                state = State()
                state.isOver = true
            }
            return state
        }
        // Errors may run code as they are released: not under the lock.
        withExtendedLifetime(ended) {}
    }

    /// A call begins that has no other attempts.
    @inlinable
    @inline(__always)
    static func beginSingleCall() {
        if count.load(ordering: .relaxed) > 0 { beginCurrentCall() }
    }

    @usableFromInline
    @inline(never)
    static func beginCurrentCall() { current?.beginCall() }

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
            switch (failure, reported) {
            case (.failed(let error), .failed(let reported)): !Self.saysTheSame(error, reported)
            case (.timedOut(let limit), .timedOut(let reported)): limit != reported
            default: true
            }
        }
        if !others.isEmpty { state.withLock { $0.add(others) } }
    }

    /// Adds what another history has collected during a call.
    func add(_ other: AttemptHistory, isAnswered: Bool) {
        if isAnswered {
            let others = other.take(isAnswerRefused: true)
            state.withLock { $0.add([], beforeAnswer: others) }
        } else {
            let (failures, beforeAnswer) = other.state.withLock { ($0.failures, $0.beforeAnswer) }
            state.withLock { $0.add(failures, beforeAnswer: beforeAnswer) }
        }
    }

    /// An attempt with an answer that was refused is made again: what came before the answer is not forgotten with the next call.
    func keepBeforeAnswer() {
        state.withLock { state in
            state.failures += state.beforeAnswer
            state.beforeAnswer = []
        }
    }

    /// Whether two errors mean the same. Those that cannot be compared say so only where their words are all they have: not those of
    /// classes, and none that were chosen.
    private static func saysTheSame(_ first: any Error, _ second: any Error) -> Bool {
        let type: Any.Type = type(of: first)
        if type is AnyObject.Type || type is any CustomStringConvertible.Type {
            return ErrorEquality.areEqual(first, second) == true
        }
        return ErrorEquality.areAlike(first, second)
    }
}
#endif
