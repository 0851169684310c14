import Logging
@_spi(Lock) import Service

/// Keeps the books of one registration in one environment: whether its fallback serves, who probes, and what
/// the manager is told.
final class FallbackLedger: Sendable {
    /// The right to make the live service. Given back with its last reference, whatever happened to the one
    /// who held it.
    final class Permit: Sendable {
        private let ledger: FallbackLedger
        private let probe: UInt64

        init(_ ledger: FallbackLedger, probe: UInt64) {
            self.ledger = ledger
            self.probe = probe
        }

        var isProbe: Bool { probe != 0 }

        deinit {
            if isProbe { ledger.machine.withLock { $0.release(probe) } }
        }
    }

    enum Admission {
        case serve
        case create(Permit)
    }

    private let machine = Lock(FallbackStateMachine<MonotonicInstant>())
    private let manager: ServiceHealthManager
    private let record: HealthRecord
    private let registration: UInt64
    private let kind: FallbackKind

    /// - Parameter isRehearsal: Whether the manager, and its log, are to learn nothing.
    init(service: ServiceID, kind: FallbackKind, manager: ServiceHealthManager, isRehearsal: Bool) {
        let manager = isRehearsal ? manager.rehearsal : manager
        self.manager = manager
        self.kind = kind
        record = manager.record(for: service)
        registration = manager.makeRegistration()
    }

    deinit {
        manager.abandonFallback(record, registration: registration)
    }

    /// The time that decisions are made at. Ask before taking a lock: a clock is not ours.
    var now: MonotonicInstant { manager.clock.now }

    func admit(at now: MonotonicInstant, mayCreate: Bool) -> Admission {
        switch machine.withLock({ $0.admit(at: now, mayCreate: mayCreate) }) {
        case .serve: return .serve
        case .create(let probe): return .create(Permit(self, probe: probe))
        }
    }

    /// A stretch of time in which a fallback serves, which knows when a probe is due that nobody makes yet.
    func makePeriod() -> ProvisionalPeriod {
        ProvisionalPeriod { [weak self] in
            guard let self else { return false }
            let now = now
            return machine.withLock { $0.isProbeDue(at: now) }
        }
    }

    /// The live service was made. Call ``reportSuccess(wasDegraded:)`` next, without a lock.
    ///
    /// - Returns: Whether the fallback served until now.
    func markLive() -> Bool {
        machine.withLock { machine in
            defer { machine.succeeded() }
            return machine.isDegraded
        }
    }

    func reportSuccess(wasDegraded: Bool) {
        if wasDegraded {
            manager.endFallback(record, registration: registration)
        } else {
            manager.recordSuccess(record)
        }
    }

    /// The live service was not made, and the fallback serves. Call ``reportFailure(_:)`` next, without a
    /// lock.
    func markDegraded(at now: MonotonicInstant) {
        machine.withLock { $0.failed(at: now, retryAfter: manager.policy.recoveryInterval) }
    }

    func reportFailure(_ error: any Error) {
        manager.beginFallback(record, registration: registration, kind: kind, error: error)
        log(.warning, "live service not made, its fallback serves", error)
    }

    /// Neither the live service nor a fallback was made.
    func reportFailure(_ error: any Error, fallbackFailed fallbackError: any Error) {
        manager.degrade(record, error: error)
        log(.error, "neither the live service nor its fallback was made", error)
        guard manager.isHeard else { return }
        Logger.service.error(
            "fallback failed",
            metadata: [
                "service": "\(record.service)", "error": "\(type(of: fallbackError))",
                "reason": "\(fallbackError)",
            ])
    }

    /// Refuses a fallback that only pretends, where people rely on what it does.
    func check(_ fallback: Any, isForTestingOrDevelopment: Bool) throws(RefusedFallbackError) {
        guard fallback is any MockService, kind != .substitute, !isForTestingOrDevelopment else { return }
        throw RefusedFallbackError(fallback: "\(type(of: fallback))", service: record.service)
    }

    /// Whether an error is one of the wiring, which no fallback may hide.
    static func isWiringError(_ error: any Error) -> Bool {
        switch error as? ServiceError {
        case .notRegistered, .circularDependency, .maxDepthExceeded: true
        case .factoryFailed, nil: false
        }
    }

    private func log(_ level: Logger.Level, _ message: Logger.Message, _ error: any Error) {
        guard manager.isHeard else { return }
        Logger.service.log(
            level: level, message,
            metadata: ["service": "\(record.service)", "kind": "\(kind)", "error": "\(type(of: error))"])
    }
}
