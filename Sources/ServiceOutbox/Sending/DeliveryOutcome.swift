#if OUTBOX
/// What an attempt to deliver a change came to.
enum DeliveryOutcome: Sendable, Equatable {
    case delivered
    /// Nothing is known to be done: another attempt follows.
    case failed(DeliveryFailure)
    /// A person must decide.
    case refused(OutboxRefusal)

    init(_ failure: DeliveryFailure) {
        switch failure {
        case .unavailable, .unknown: self = .failed(failure)
        case .rejected(let reason): self = .refused(.rejected(reason))
        case .conflict(let reason): self = .refused(.conflict(reason))
        }
    }
}
#endif
