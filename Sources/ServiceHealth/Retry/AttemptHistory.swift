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

    /// Adds the failures of attempts, except those that say the same as what the call comes to.
    func add(_ ends: [CallEnd], besides end: CallEnd) {
        if case .returned = end { return }
        let others = ends.compactMap { $0.says(more: end) }
        if !others.isEmpty { failures.withLock { $0 += others } }
    }

    /// Adds what another history has collected.
    func add(_ other: AttemptHistory) {
        let others = other.take()
        if !others.isEmpty { failures.withLock { $0 += others } }
    }
}

extension CallEnd {
    /// The failure of an attempt; nil if it was not made, or failed with what the call failed with.
    fileprivate func says(more end: CallEnd) -> CallFailure<any Error>? {
        switch self {
        case .threw(_, let error, _):
            if let reported = end.error, ErrorEquality.areEqual(error, reported) == true { return nil }
            return .failed(error)
        case .timedOut(let limit, hasBegun: true): return .timedOut(limit)
        case .cancelled: return .cancelled
        case .returned, .rejected, .timedOut(_, hasBegun: false): return nil
        }
    }
}
#endif
