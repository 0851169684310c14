#if OUTBOX
/// Decides when the subjects that failed are attempted again. Knows no clock and no lock.
struct RetrySchedule<Instant: InstantProtocol & Sendable>: Sendable where Instant.Duration == Duration {
    private struct Wait: Sendable {
        let subject: String
        let due: Instant
    }

    let policy: OutboxPolicy
    /// The delay of each subject since its last success, before jitter.
    private var delays: [String: Duration] = [:]
    /// The latest first, so that the next one is taken from the end.
    private var waits: [Wait] = []
    /// The subjects in ``waits``.
    private var waiting: Set<String> = []
    /// How often all failures were forgotten.
    private(set) var clearCount = 0

    init(policy: OutboxPolicy) {
        self.policy = policy
    }

    /// When the next subject is due.
    var nextDue: Instant? { waits.last?.due }

    /// Makes a subject wait, from now on where it waits already.
    ///
    /// - Parameters:
    ///   - subject: What failed.
    ///   - retryAfter: How long the receiver asks to be left alone.
    ///   - fraction: The jitter: what share of the delay to wait, from zero to one.
    ///   - now: The time.
    /// - Returns: When the subject is due.
    @discardableResult
    mutating func failed(_ subject: String, retryAfter: Duration?, fraction: Double, at now: Instant) -> Instant {
        let longest = max(.zero, policy.maximumDelay)
        let delay = min(delays[subject].map { $0 * 2 } ?? max(.zero, policy.firstDelay), longest)
        delays[subject] = delay
        let due = now.advanced(by: max(delay * fraction, retryAfter ?? .zero))
        if !waiting.insert(subject).inserted { waits.removeAll { $0.subject == subject } }
        waits.insert(Wait(subject: subject, due: due), at: waits.partitioned { $0.due <= due })
        return due
    }

    /// Forgets the failures of a subject.
    mutating func succeeded(_ subject: String) {
        delays[subject] = nil
    }

    /// Returns the subjects whose delay is over, and lets them go. Their next failure still doubles the delay.
    mutating func takeDue(at now: Instant) -> [String] {
        var due: [String] = []
        while let last = waits.last, last.due <= now {
            due.append(last.subject)
            waiting.remove(last.subject)
            waits.removeLast()
        }
        return due
    }

    /// Forgets all failures.
    ///
    /// - Returns: The subjects that were waiting.
    mutating func clear() -> [String] {
        defer { (waits, waiting, delays) = ([], [], [:]) }
        clearCount += 1
        return waits.map(\.subject)
    }
}
#endif
