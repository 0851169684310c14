#if Health
/// Decides, for one registration, when its fallback serves and which caller may try the live service. Knows no clock and no
/// lock.
///
/// The fallback is a token here, as is the instant.
struct FallbackStateMachine<Instant: InstantProtocol & Sendable, Fallback: Sendable>: Sendable
where Instant.Duration == Duration {
    /// The right to create the live service.
    struct Permit: Sendable, Equatable {
        /// Zero, or the number of the only probe.
        let probe: UInt64
        /// How much had changed when it was given.
        let changeCount: UInt64
    }

    /// The answer to a caller that asks for an instance.
    enum Admission: Sendable {
        /// Use the fallback.
        case serve(Fallback)
        /// Create the live service.
        case create(Permit)
    }

    /// What a failure of the live service comes to.
    enum Failure: Sendable {
        /// This fallback serves, and the live service is tried again at that time.
        case serving(Fallback, retryAt: Instant)
        /// The fallback that served has ended after the creation had begun: that it failed decides nothing.
        case outdated
    }

    private enum Mode {
        case live
        case degraded(Fallback, retryAt: Instant, probe: UInt64?)
    }

    private var mode = Mode.live
    private var lastProbe: UInt64 = 0
    /// Counts the failures, recoveries and resets that decided something, so that what is told of them elsewhere can be put in
    /// their order.
    private(set) var changeCount: UInt64 = 0
    /// What ``changeCount`` was when a fallback ended last.
    private var lastEnd: UInt64 = 0
    /// Whether the live service was created, and no fallback has served since.
    private(set) var isProven = false
    /// Whether the registration was reset or replaced, so that another creation of the service counts now.
    private(set) var isAbandoned = false

    /// The fallback that serves; nil while the live service does.
    var fallback: Fallback? {
        if case .degraded(let fallback, _, _) = mode { fallback } else { nil }
    }

    /// A caller wants an instance. From the retry time on, one caller at a time probes the live service.
    mutating func admit(at now: Instant) -> Admission {
        guard case .degraded(let fallback, let retryAt, let probe) = mode else {
            return .create(Permit(probe: 0, changeCount: changeCount))
        }
        guard probe == nil, now >= retryAt else { return .serve(fallback) }
        lastProbe += 1
        mode = .degraded(fallback, retryAt: retryAt, probe: lastProbe)
        return .create(Permit(probe: lastProbe, changeCount: changeCount))
    }

    /// Whether a probe is due that no caller runs yet.
    func isProbeDue(at now: Instant) -> Bool {
        guard case .degraded(_, let retryAt, nil) = mode else { return false }
        return now >= retryAt
    }

    /// Whether no fallback serves any more, and a creation began before that.
    func isOutdated(_ permit: Permit) -> Bool { fallback == nil && permit.changeCount < lastEnd }

    /// The live service could not be created.
    ///
    /// - Parameters:
    ///   - new: Serves from now on, unless a fallback serves already. Nil where none was created yet.
    ///   - retryAt: When the live service is tried again. While a fallback serves, only the probe that runs decides that.
    ///   - permit: The right to the creation that failed.
    /// - Returns: What that comes to; nil, and nothing has changed, where a fallback must be created first.
    mutating func degrade(to new: Fallback?, retryAt: Instant, _ permit: Permit) -> Failure? {
        if case .degraded(let fallback, let due, let probe) = mode {
            guard probe == permit.probe else { return .serving(fallback, retryAt: due) }
        } else if isOutdated(permit) {
            return .outdated
        }
        guard let serving = fallback ?? new else { return nil }
        changeCount += 1
        isProven = false
        mode = .degraded(serving, retryAt: retryAt, probe: nil)
        return .serving(serving, retryAt: retryAt)
    }

    /// The live service was created.
    ///
    /// - Returns: The fallback that served until now.
    mutating func recover() -> Fallback? {
        changeCount += 1
        isProven = true
        return endFallback()
    }

    /// The registration was reset or replaced. The failure of what began while a fallback served decides nothing.
    ///
    /// - Returns: The fallback that served until now.
    mutating func abandon() -> Fallback? {
        changeCount += 1
        isProven = false
        isAbandoned = true
        return endFallback()
    }

    private mutating func endFallback() -> Fallback? {
        guard let ended = fallback else { return nil }
        mode = .live
        lastEnd = changeCount
        return ended
    }

    /// A probe ended without an outcome: another caller may probe.
    mutating func release(_ probe: UInt64) {
        guard case .degraded(let fallback, let retryAt, probe) = mode else { return }
        mode = .degraded(fallback, retryAt: retryAt, probe: nil)
    }
}

extension FallbackStateMachine.Admission: Equatable where Fallback: Equatable {}
extension FallbackStateMachine.Failure: Equatable where Fallback: Equatable {}
#endif
