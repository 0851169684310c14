#if Health
/// What the stages of one call hand on to each other.
struct CallContext: Sendable {
    let method: StaticString
    let isIdempotent: Bool
    /// Decides which errors of this call count.
    let classifier: ErrorClassifier
    /// Returns the answer of a body that throws an injected error, or nil where the body cannot throw it.
    let injecting: @Sendable (any Error) -> Answer?
    /// The call's span.
    let trace: CallTrace
    /// Collects the other attempts' failures where the caller asks for them.
    var history: AttemptHistory?
    /// The nearest of the deadlines of the stages passed so far.
    var deadline: Deadline?
    /// Which attempt of a hedged call this is.
    var hedged: HedgedAttempt?
    /// The task that runs this attempt and nothing else, where there is one already.
    var task: RunningTask?

    /// Notes the other attempts of a call, for a caller who asks for them.
    func note(_ attempts: [CallEnd], besides end: CallEnd) {
        history?.add(attempts.filter(\.hasBegun).compactMap(\.failure), besides: end.failure)
    }
}
#endif
