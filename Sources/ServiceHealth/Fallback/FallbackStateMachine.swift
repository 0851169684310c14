/// Decides, for one registration, when its fallback serves and who may try the live service. Knows no clock
/// and no lock.
struct FallbackStateMachine<Instant: InstantProtocol & Sendable>: Sendable, Equatable
where Instant.Duration == Duration {
    /// The answer to somebody who asks for the service while no live instance is kept.
    enum Admission: Sendable, Equatable {
        /// Hand out the fallback.
        case serve
        /// Make the live service. The number is zero, or that of the one probe.
        case create(UInt64)
    }

    private enum Mode: Equatable {
        case live
        case degraded(retryAt: Instant, probe: UInt64?)
    }

    private var mode = Mode.live
    private var lastProbe: UInt64 = 0

    var isDegraded: Bool { mode != .live }

    /// - Parameter mayCreate: Whether the one who asks is able to make the live service.
    mutating func admit(at now: Instant, mayCreate: Bool) -> Admission {
        guard case .degraded(let retryAt, let probe) = mode else { return .create(0) }
        guard mayCreate, probe == nil, now >= retryAt else { return .serve }
        lastProbe += 1
        mode = .degraded(retryAt: retryAt, probe: lastProbe)
        return .create(lastProbe)
    }

    /// Whether a probe is due that nobody makes yet.
    func isProbeDue(at now: Instant) -> Bool {
        guard case .degraded(let retryAt, nil) = mode else { return false }
        return now >= retryAt
    }

    /// The live service was made.
    mutating func succeeded() {
        mode = .live
    }

    /// The live service was not made, and the fallback serves from now on, or still.
    mutating func failed(at now: Instant, retryAfter interval: Duration) {
        mode = .degraded(retryAt: now.advanced(by: interval), probe: nil)
    }

    /// A probe ended without an outcome: somebody else may make it.
    mutating func release(_ probe: UInt64) {
        guard case .degraded(let retryAt, probe) = mode else { return }
        mode = .degraded(retryAt: retryAt, probe: nil)
    }
}
