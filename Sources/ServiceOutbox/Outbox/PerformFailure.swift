#if OUTBOX
public import Service

/// The reason a change was neither made nor kept.
public enum PerformFailure: Error, Sendable, Equatable {
    /// The receiver refused the change.
    case refused(OutboxRefusal)
    /// The receiver did not make the change, as far as is known, and it could not be kept.
    case notKept(OutboxError, mayHaveHappened: Bool)
    /// The caller was cancelled. The change is not kept.
    case cancelled(mayHaveHappened: Bool)
}

extension PerformFailure: FailureDescribing {
    /// Describes the failure to layers that do not know outboxes.
    public var failureKind: FailureKind {
        switch self {
        case .refused: .failed(self)
        // Trying again is not safe as long as the first attempt may have succeeded.
        case .notKept(let error, let mayHaveHappened): mayHaveHappened ? .failed(self) : error.failureKind
        case .cancelled: .cancelled
        }
    }
}
#endif
