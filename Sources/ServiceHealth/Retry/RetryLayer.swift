#if Health
@_spi(Lock) import Service

/// Lets a call know which failures of the calls it is made of have been retried already, so that retries do not multiply
/// across layers.
///
/// Only the layer next to the failure makes it again: three attempts above three attempts are three, not nine. A failure is
/// recognised where it is thrown on, alone or wrapped in an error that names it. One that was handled takes nothing from the call
/// around it.
final class RetryLayer: Sendable {
    /// The attempt that the current task is part of.
    @TaskLocal static var current: RetryLayer?

    private struct State {
        /// What pipelines further in gave up on.
        var failures: [(id: Int, failure: CallFailure<any Error>)] = []
        var lastID = 0
        /// Whether the attempt is over. A task that outlives it is still part of it.
        var isOver = false
    }

    private let state = Lock(State())

    /// Whether an attempt threw what a pipeline further in gave up on.
    func gaveUp(on error: any Error) -> Bool { find(error) != nil }

    /// A pipeline within this attempt has done what there was to do.
    func noteGivingUp(on failure: CallFailure<any Error>) {
        state.withLock { state in
            guard !state.isOver else { return }
            state.lastID += 1
            state.failures.append((state.lastID, failure))
        }
    }

    /// The attempt is judged: lets go of the failures, and notes no later ones.
    func end() {
        let ended = state.withLock { state in
            defer { state = State(isOver: true) }
            return state.failures
        }
        // Errors may run code as they are released: not under the lock.
        withExtendedLifetime(ended) {}
    }

    /// The call further in that failed like this was answered by a fallback.
    func forgive(_ error: any Error) {
        guard let id = find(error) else { return }
        let forgiven = state.withLock { state in
            state.failures.firstIndex { $0.id == id }.map { state.failures.remove(at: $0) }
        }
        withExtendedLifetime(forgiven) {}
    }

    /// An error is thrown in the place of another.
    func replace(_ error: any Error, by replacement: any Error) {
        if gaveUp(on: error) { noteGivingUp(on: .failed(replacement)) }
    }

    /// Finds the last failure that an error is, or has inside. Errors compare themselves: not under the lock.
    private func find(_ error: any Error) -> Int? {
        let failures = state.withLock { $0.failures }
        guard !failures.isEmpty else { return nil }
        let chain = error.failureChain
        let limits = chain.compactMap { ($0 as? any CallFailureWithLimit)?.exceededLimit }
        return failures.last { _, failure in
            switch failure {
            case .failed(let noted): chain.contains { ErrorEquality.areAlike($0, noted) }
            case .timedOut(let noted):
                // Pipelines say which limit it was. Of the errors of others, the kind is all there is.
                limits.isEmpty ? chain.contains(where: \.isTimeout) : limits.contains(noted)
            case .rejected, .cancelled: false
            }
        }?.id
    }
}

/// A call's failure, whatever the type of its errors.
private protocol CallFailureWithLimit {
    /// The limit of a call that took too long.
    var exceededLimit: Duration? { get }
}

extension CallFailure: CallFailureWithLimit {
    fileprivate var exceededLimit: Duration? {
        if case .timedOut(let limit) = self { limit } else { nil }
    }
}

extension Error {
    fileprivate var isTimeout: Bool {
        if case .timedOut = (self as? any FailureDescribing)?.failureKind { true } else { false }
    }
}
#endif
