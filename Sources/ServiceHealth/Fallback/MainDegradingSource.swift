import Service

/// Does what ``DegradingSource`` does, for a service of the main actor.
@MainActor
final class MainDegradingSource<S>: MainProvisionalSource {
    private let ledger: FallbackLedger
    private let fallback: @MainActor () throws -> S
    private let factory: @MainActor () throws -> S
    /// The fallback of this degraded period; nil while the live service answers.
    private var served: (fallback: S, period: ProvisionalPeriod)?

    nonisolated init(
        _ ledger: FallbackLedger, fallback: @escaping @MainActor () throws -> S,
        factory: @escaping @MainActor () throws -> S
    ) {
        self.ledger = ledger
        self.fallback = fallback
        self.factory = factory
    }

    func admit(mayCreate: Bool) -> ProvisionalAdmission<S> {
        switch (ledger.admit(at: ledger.now, mayCreate: mayCreate), served) {
        case (.create(let permit), _): return .create(permit: permit, isProbe: permit.isProbe)
        case (.serve, let (fallback, period)?): return .serve(fallback, period)
        case (.serve, nil): preconditionFailure("A registration is degraded without a fallback.")
        }
    }

    func make(isForTestingOrDevelopment: Bool) throws -> ProvisionalCreation<S> {
        do {
            return .live(try factory())
        } catch  where !FallbackLedger.isWiringError(error) {
            let counting =
                try served
                ?? (makeFallback(insteadOf: error, isForTestingOrDevelopment), ledger.makePeriod())
            served = counting
            ledger.markDegraded(at: ledger.now)
            ledger.reportFailure(error)
            return .provisional(counting.fallback, counting.period)
        }
    }

    func liveServes() {
        let wasDegraded = ledger.markLive()
        served?.period.end()
        served = nil
        ledger.reportSuccess(wasDegraded: wasDegraded)
    }

    private func makeFallback(insteadOf error: any Error, _ isForTestingOrDevelopment: Bool) throws -> S {
        do {
            let made = try fallback()
            try ledger.check(made, isForTestingOrDevelopment: isForTestingOrDevelopment)
            return made
        } catch let fallbackError {
            ledger.reportFailure(error, fallbackFailed: fallbackError)
            throw error
        }
    }
}
