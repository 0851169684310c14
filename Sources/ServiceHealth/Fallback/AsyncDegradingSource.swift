import Service

/// Does what ``DegradingSource`` does, for a factory that is awaited.
final class AsyncDegradingSource<S: Sendable>: AsyncProvisionalSource {
    private let ledger: FallbackLedger
    private let served: ServedFallback<S>
    private let fallback: @Sendable () async throws -> S
    private let factory: @Sendable () async throws -> S

    init(
        _ ledger: FallbackLedger, fallback: @escaping @Sendable () async throws -> S,
        factory: @escaping @Sendable () async throws -> S
    ) {
        self.ledger = ledger
        self.fallback = fallback
        self.factory = factory
        served = ServedFallback(ledger)
    }

    func admit(mayCreate: Bool) -> ProvisionalAdmission<S> { served.admit(mayCreate: mayCreate) }

    func make(isForTestingOrDevelopment: Bool) async throws -> ProvisionalCreation<S> {
        do {
            return .live(try await factory())
        } catch  where !FallbackLedger.isWiringError(error) {
            // Given up, not failed: that says nothing about the service.
            if Task.isCancelled { throw error }
            if let current = served.current { return served.begin(current, because: error) }
            let fallback = try await makeFallback(insteadOf: error, isForTestingOrDevelopment)
            return served.begin(fallback, because: error)
        }
    }

    func liveServes() { served.end() }

    private func makeFallback(insteadOf error: any Error, _ isForTestingOrDevelopment: Bool) async throws -> S {
        do {
            let made = try await fallback()
            try ledger.check(made, isForTestingOrDevelopment: isForTestingOrDevelopment)
            return made
        } catch let fallbackError {
            ledger.reportFailure(error, fallbackFailed: fallbackError)
            throw error
        }
    }
}
