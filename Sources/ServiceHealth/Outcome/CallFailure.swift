public import Service

/// Says why a protected call gave no result.
public enum CallFailure<E: Error>: Error {
    /// The call itself failed, with this error.
    case failed(E)
    /// The call was not made.
    case rejected(Rejection)
    /// The call took longer than this limit.
    case timedOut(Duration)
    /// The caller was cancelled.
    case cancelled
}

extension CallFailure: Equatable where E: Equatable {}

extension CallFailure: FailureDescribing {
    /// What layers that know nothing of pipelines need to know.
    public var failureKind: FailureKind {
        switch self {
        case .failed(let error as any FailureDescribing): error.failureKind
        case .failed(let error): .failed(error)
        case .rejected(.circuitOpen(_, let retryAfter)): .unavailable(retryAfter: retryAfter)
        case .rejected: .unavailable(retryAfter: nil)
        case .timedOut: .timedOut
        case .cancelled: .cancelled
        }
    }
}
