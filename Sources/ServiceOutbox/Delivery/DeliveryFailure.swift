#if OUTBOX
public import Service
public import ServiceHealth

/// The reason a change was not delivered. The handler of an ``Outbox`` throws it.
///
/// The case decides what happens to the change, so choose it by what is known:
///
/// | case | is the change made? | what the outbox does |
/// |---|---|---|
/// | `unavailable` | no | tries again later |
/// | `unknown` | perhaps | tries again later, with the same key |
/// | `rejected` | no, and it never will be | keeps it for a person to look at |
/// | `conflict` | no: somebody else changed the same thing | keeps it for a person to decide |
public enum DeliveryFailure: Error, Sendable, Equatable {
    /// Nothing was done, and a later attempt may succeed. `retryAfter` is how long the receiver asks to be left alone.
    case unavailable(String, retryAfter: Duration? = nil)
    /// The change may have been made: the answer was lost. `retryAfter` is how long the receiver asks to be left alone.
    case unknown(String, retryAfter: Duration? = nil)
    /// The receiver refused the change, and would refuse it again. The outbox never repeats it by itself.
    case rejected(String)
    /// Somebody else has changed the same thing in the meantime.
    case conflict(String)

    /// Turns the failure of a protected call into the failure of a delivery.
    ///
    /// A call that the pipeline did not make is ``unavailable(_:retryAfter:)``; one that timed out or was cancelled is
    /// ``unknown(_:retryAfter:)``. So is a call of which an attempt may have made the change, even though the last one did not.
    ///
    /// - Parameters:
    ///   - failure: What a `ResiliencePipeline` threw.
    ///   - sorting: Returns what an error of the call itself means for the change. In the handler of an outbox, it is asked for
    ///     the errors of all attempts.
    public init<E: Error>(_ failure: CallFailure<E>, sorting: (E) -> DeliveryFailure) {
        switch failure {
        case .failed(let error): self = sorting(error)
        case .rejected(let rejection):
            self = .unavailable("The call was not made: \(rejection)", retryAfter: rejection.wait)
        case .timedOut(let limit): self = .unknown("No answer within \(limit)")
        case .cancelled: self = .unknown("The call was cancelled")
        }
        guard case .unavailable = self, let history = AttemptHistory.current else { return }
        self = after(history.take()) { ($0 as? E).map(sorting) }
        // Another failure that is made of the same error has to say so, too.
        if case .unknown = self { history.putBack(self) }
    }

    /// This failure, as the last one of several attempts.
    ///
    /// - Parameters:
    ///   - earlier: The failures of the others.
    ///   - sort: Returns what an error of one means for the change, or nil if that is not known.
    func after(_ earlier: [CallFailure<any Error>], sort: (any Error) -> DeliveryFailure?) -> DeliveryFailure {
        guard case .unavailable(let reason, let retryAfter) = self else { return self }
        let mayHaveHappened = earlier.contains { failure in
            switch failure {
            case .failed(let error):
                switch sort(error) {
                case .unknown, nil: true
                case .unavailable, .rejected, .conflict: false
                }
            case .timedOut, .cancelled: true
            case .rejected: false
            }
        }
        return mayHaveHappened ? .unknown(reason, retryAfter: retryAfter) : self
    }

    /// How long the receiver asks to be left alone.
    var retryAfter: Duration? {
        switch self {
        case .unavailable(_, let retryAfter), .unknown(_, let retryAfter): retryAfter
        case .rejected, .conflict: nil
        }
    }
}

extension DeliveryFailure: FailureDescribing {
    /// Describes the failure to layers that do not know outboxes.
    public var failureKind: FailureKind {
        switch self {
        case .unavailable(_, let retryAfter): .unavailable(retryAfter: retryAfter)
        case .unknown, .rejected, .conflict: .failed(self)
        }
    }
}

extension Rejection {
    fileprivate var wait: Duration? {
        switch self {
        case .circuitOpen(_, let retryAfter), .rateLimited(_, let retryAfter): retryAfter
        case .isolated, .bulkheadFull: nil
        }
    }
}
#endif
