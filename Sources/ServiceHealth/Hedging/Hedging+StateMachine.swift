#if Health
/// Decides when the next attempt of a hedged call starts and which attempt's end is the call's. Knows no clock and no lock.
struct HedgingStateMachine: Sendable, Equatable {
    /// What an attempt came to, as far as it matters here.
    enum End: Sendable, Equatable, CaseIterable {
        case success
        /// The service answered but declined: ends the call.
        case refusal
        /// The next attempt starts at once.
        case failure
        /// Another attempt would fail too, or would come too late.
        case finalFailure
        /// The attempt did not run.
        case rejected
        /// The caller was cancelled: ends the call.
        case cancelled
    }

    enum Action: Sendable, Equatable {
        case none
        /// Start the attempt with this number, counted from one.
        case start(Int)
        /// The call is decided, or nothing runs any more: cancel what still runs, wait for it, and return the end of the
        /// attempt with this number.
        case finish(Int)
    }

    private struct Failed: Sendable, Equatable {
        let attempt: Int
        let wasRejected: Bool
    }

    let maxAttempts: Int
    /// How many attempts were started.
    private(set) var started = 0
    private(set) var running = 0
    /// Whether the attempt that was started last runs.
    private var isLastRunning = false
    /// The attempt whose end is the call's, once that is known.
    private(set) var decided: Int?
    /// The attempt that failed last.
    private var lastFailed: Failed?
    /// False once a failure showed that another attempt is useless.
    private var mayStart = true

    init(maxAttempts: Int) {
        self.maxAttempts = maxAttempts
    }

    /// The attempt whose end is the call's if no other one succeeds.
    var candidate: Int? { decided ?? lastFailed?.attempt }

    /// Whether another attempt may start when the one that was started last takes too long.
    var mayHedge: Bool { decided == nil && mayStart && started < maxAttempts }

    /// Starts the first attempt.
    mutating func begin() -> Action { startNext() }

    /// An attempt has run for so long that the next one starts beside it.
    mutating func tookTooLong(_ attempt: Int) -> Action {
        guard attempt == started, isLastRunning, mayHedge else { return .none }
        return startNext()
    }

    /// An attempt was answered by the service.
    ///
    /// - Returns: Whether its answer is the call's. Any other one counts as neither success nor failure.
    mutating func claim(_ attempt: Int) -> Bool {
        if decided == nil { decided = attempt }
        return decided == attempt
    }

    /// An attempt has ended. Call this once for each.
    mutating func ended(_ attempt: Int, with end: End) -> Action {
        running -= 1
        if attempt == started { isLastRunning = false }
        if let decided { return decided == attempt ? .finish(attempt) : .none }
        switch end {
        case .success, .refusal, .cancelled:
            decided = attempt
            return .finish(attempt)
        case .failure, .finalFailure:
            lastFailed = Failed(attempt: attempt, wasRejected: false)
            if end == .finalFailure { mayStart = false }
            if mayHedge { return startNext() }
        case .rejected:
            // The error of an attempt that ran says more.
            if lastFailed?.wasRejected ?? true { lastFailed = Failed(attempt: attempt, wasRejected: true) }
        }
        guard running == 0, let lastFailed else { return .none }
        decided = lastFailed.attempt
        return .finish(lastFailed.attempt)
    }

    private mutating func startNext() -> Action {
        started += 1
        running += 1
        isLastRunning = true
        return .start(started)
    }

    /// Stops a debug build in which something impossible is true.
    func checkInvariants() {
        assert(started <= maxAttempts, "more attempts than allowed")
        assert((0...started).contains(running), "more attempts run than were started")
        assert(started == 0 || decided != nil || running > 0, "nothing runs, and nothing is decided")
    }
}
#endif
