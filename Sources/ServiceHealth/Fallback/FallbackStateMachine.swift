#if Health
/// Decides, for one registration, when its fallback serves and which caller may try the live service. Knows no clock and no
/// lock.
///
/// The fallback is a token here, as is the instant.
struct FallbackStateMachine<Instant: InstantProtocol & Sendable, Fallback: Sendable>: Sendable
where Instant.Duration == Duration {
    /// The answer to a caller that asks for an instance.
    enum Admission: Sendable {
        /// Use the fallback.
        case serve(Fallback)
        /// Create the live service. The number is zero, or that of the only probe.
        case create(probe: UInt64)
    }

    private enum Mode {
        case live
        case degraded(Fallback, retryAt: Instant, probe: UInt64?)
    }

    private var mode = Mode.live
    private var lastProbe: UInt64 = 0
    /// Counts the failures and recoveries, so that what is told of them elsewhere can be put in their order.
    private(set) var changeCount: UInt64 = 0

    /// The fallback that serves; nil while the live service does.
    var fallback: Fallback? {
        if case .degraded(let fallback, _, _) = mode { fallback } else { nil }
    }

    /// A caller wants an instance. From the retry time on, one caller at a time probes the live service.
    mutating func admit(at now: Instant) -> Admission {
        guard case .degraded(let fallback, let retryAt, let probe) = mode else { return .create(probe: 0) }
        guard probe == nil, now >= retryAt else { return .serve(fallback) }
        lastProbe += 1
        mode = .degraded(fallback, retryAt: retryAt, probe: lastProbe)
        return .create(probe: lastProbe)
    }

    /// Whether a probe is due that no caller runs yet.
    func isProbeDue(at now: Instant) -> Bool {
        guard case .degraded(_, let retryAt, nil) = mode else { return false }
        return now >= retryAt
    }

    /// The live service could not be created.
    ///
    /// - Parameters:
    ///   - new: Serves from now on, unless a fallback serves already. Nil where none was created yet.
    ///   - retryAt: When the live service is tried again.
    /// - Returns: The fallback that serves; nil, and nothing has changed, where there is none.
    mutating func degrade(to new: Fallback?, retryAt: Instant) -> Fallback? {
        guard let serving = fallback ?? new else { return nil }
        changeCount += 1
        mode = .degraded(serving, retryAt: retryAt, probe: nil)
        return serving
    }

    /// The live service was created.
    ///
    /// - Returns: The fallback that served until now.
    mutating func recover() -> Fallback? {
        defer { mode = .live }
        changeCount += 1
        return fallback
    }

    /// A probe ended without an outcome: another caller may probe.
    mutating func release(_ probe: UInt64) {
        guard case .degraded(let fallback, let retryAt, probe) = mode else { return }
        mode = .degraded(fallback, retryAt: retryAt, probe: nil)
    }
}

extension FallbackStateMachine.Admission: Equatable where Fallback: Equatable {}
#endif
