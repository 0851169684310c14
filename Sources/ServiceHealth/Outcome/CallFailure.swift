#if Health
public import Service

/// The reason a protected call failed.
public enum CallFailure<E: Error>: Error {
    /// The call itself threw this error.
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
    /// Describes the failure to layers that do not know pipelines.
    public var failureKind: FailureKind {
        switch self {
        case .failed(let error as any FailureDescribing): error.failureKind
        case .failed(let error): .failed(error)
        case .rejected(.circuitOpen(_, let retryAfter)), .rejected(.rateLimited(_, let retryAfter)):
            .unavailable(retryAfter: retryAfter)
        case .rejected(.isolated), .rejected(.bulkheadFull): .unavailable(retryAfter: nil)
        case .timedOut: .timedOut
        case .cancelled: .cancelled
        }
    }

    /// The error that the call itself threw, which layers may know better than its kind.
    public var underlyingFailure: (any Error)? {
        if case .failed(let error) = self { error } else { nil }
    }
}
#endif
