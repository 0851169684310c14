@_spi(Lock) import Service

/// The fallback that a registration serves, kept in step with the books about it.
final class ServedFallback<S: Sendable>: Sendable {
    private let ledger: FallbackLedger
    /// The fallback of this degraded period; nil while the live service answers.
    private let served = Lock<(fallback: S, period: ProvisionalPeriod)?>(nil)

    init(_ ledger: FallbackLedger) {
        self.ledger = ledger
    }

    var current: S? { served.withLock { $0?.fallback } }

    func admit(mayCreate: Bool) -> ProvisionalAdmission<S> {
        let now = ledger.now
        return served.withLock { served in
            switch (ledger.admit(at: now, mayCreate: mayCreate), served) {
            case (.create(let permit), _): return .create(permit: permit, isProbe: permit.isProbe)
            case (.serve, let (fallback, period)?): return .serve(fallback, period)
            case (.serve, nil): preconditionFailure("A registration is degraded without a fallback.")
            }
        }
    }

    /// The live service was made.
    func end() {
        let (wasDegraded, ended) = served.withLock { served in
            defer { served = nil }
            return (ledger.markLive(), served)
        }
        ended?.period.end()
        ledger.reportSuccess(wasDegraded: wasDegraded)
        // The fallback may go with this, and not under the lock.
        withExtendedLifetime(ended) {}
    }

    /// The live service was not made, and this fallback was, or was there already.
    ///
    /// - Returns: The fallback that counts: the first, where two were made at the same time.
    func begin(_ fallback: S, because error: any Error) -> ProvisionalCreation<S> {
        let now = ledger.now
        let counting = served.withLock { served in
            let counting = served ?? (fallback, ledger.makePeriod())
            served = counting
            ledger.markDegraded(at: now)
            return counting
        }
        ledger.reportFailure(error)
        return .provisional(counting.fallback, counting.period)
    }
}
