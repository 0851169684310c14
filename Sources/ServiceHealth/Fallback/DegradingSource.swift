import Service

/// Makes the live service, or its fallback, for one registration in one environment.
final class DegradingSource<S: Sendable>: ProvisionalSource {
    private let ledger: FallbackLedger
    private let served: ServedFallback<S>
    private let fallback: @Sendable () throws -> S
    private let factory: @Sendable () throws -> S

    init(
        _ ledger: FallbackLedger, fallback: @escaping @Sendable () throws -> S,
        factory: @escaping @Sendable () throws -> S
    ) {
        self.ledger = ledger
        self.fallback = fallback
        self.factory = factory
        served = ServedFallback(ledger)
    }

    func admit(mayCreate: Bool) -> ProvisionalAdmission<S> { served.admit(mayCreate: mayCreate) }

    func make(isForTestingOrDevelopment: Bool) throws -> ProvisionalCreation<S> {
        do {
            return .live(try factory())
        } catch  where !FallbackLedger.isWiringError(error) {
            let fallback = try served.current ?? makeFallback(insteadOf: error, isForTestingOrDevelopment)
            return served.begin(fallback, because: error)
        }
    }

    func liveServes() { served.end() }

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
