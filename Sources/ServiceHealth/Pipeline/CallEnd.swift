#if Health
/// What one run of a call's body came to.
@usableFromInline
enum BodyEnd: Sendable {
    case returned(Answer)
    case threw(Answer, any Error)
}

/// What a call, or one attempt of it, came to on its way through the stages.
@usableFromInline
enum CallEnd: Sendable {
    case returned(Answer)
    /// The body threw, with the class of its error.
    case threw(Answer, any Error, ErrorClass)
    case rejected(Rejection)
    /// The deadline came. A call that waited for a permit or a slot until then says nothing about the service.
    case timedOut(Duration, hasBegun: Bool = true)
    case cancelled
}

extension CallEnd {
    /// What the body threw.
    var error: (any Error)? {
        if case .threw(_, let error, _) = self { error } else { nil }
    }

    /// What the call failed with.
    var failure: CallFailure<any Error>? {
        switch self {
        case .returned: nil
        case .threw(_, let error, _): .failed(error)
        case .rejected(let rejection): .rejected(rejection)
        case .timedOut(let limit, _): .timedOut(limit)
        case .cancelled: .cancelled
        }
    }

    /// Whether the body began to run.
    var hasBegun: Bool {
        switch self {
        case .returned, .threw, .cancelled, .timedOut(_, hasBegun: true): true
        case .rejected, .timedOut(_, hasBegun: false): false
        }
    }

    /// Whether the body threw an error that is a refusal.
    @usableFromInline var isRefusal: Bool {
        if case .threw(_, _, .refusal) = self { true } else { false }
    }

    /// The value of the metric's label `outcome`.
    var outcome: PipelineMetrics.Outcome {
        switch self {
        case .returned: .success
        case .threw(_, _, .failure), .threw(_, _, .permanent): .failed
        case .threw(_, _, .refusal): .refused
        case .threw(_, _, .ignored): .ignored
        case .rejected: .rejected
        case .timedOut: .timedOut
        case .cancelled: .cancelled
        }
    }
}
#endif
