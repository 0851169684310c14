#if Health
@_spi(Lock) import Service

/// Collects what other attempts of failed calls came to than the one whose failure a call throws, for callers who need to
/// know of all of them.
package final class AttemptHistory: Sendable {
    /// Where the calls of the current task report; nil where nobody asks.
    @TaskLocal package static var current: AttemptHistory?

    private let failures = Lock<[CallFailure<any Error>]>([])

    package init() {}

    /// Returns the failures that were reported since this was last called.
    package func take() -> [CallFailure<any Error>] {
        failures.withLock { failures in
            defer { failures = [] }
            return failures
        }
    }

    /// Adds the failures of attempts, except those that say the same as what the call failed with.
    func add(_ failures: [CallFailure<any Error>], besides reported: CallFailure<any Error>) {
        let others = failures.filter { failure in
            guard case .failed(let error) = failure, case .failed(let reported) = reported else { return true }
            return ErrorEquality.areEqual(error, reported) != true
        }
        if !others.isEmpty { self.failures.withLock { $0 += others } }
    }

    /// Adds what another history has collected.
    func add(_ other: AttemptHistory) {
        let others = other.take()
        if !others.isEmpty { failures.withLock { $0 += others } }
    }
}
#endif
