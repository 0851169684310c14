public import Inventory
import Synchronization

/// The exchange rates as the program sees them: while the place that publishes them does not answer, the last known
/// ones, or those that came with the program. Every answer says of which day it is.
public final class GuardedCurrency: CurrencyService {
    private let live: any CurrencyService
    private let lastKnown: any CurrencyService
    private let calls: ProtectedCalls
    private let clock: any Clock<Duration>
    /// Whether new rates were asked for, and are taking long.
    private let isHanging = Atomic(false)

    /// How long a page waits for new rates.
    private static let patience = Duration.milliseconds(300)

    /// Guards a service.
    ///
    /// - Parameters:
    ///   - live: Where rates are asked for.
    ///   - lastKnown: What answers where that fails.
    ///   - protection: Where the calls are protected.
    public init(live: any CurrencyService, lastKnown: any CurrencyService, protection: ServiceProtection) {
        self.live = live
        self.lastKnown = lastKnown
        calls = protection.currency
        clock = protection.clock
    }

    /// Returns the newest rates that there are, and the last known ones where new ones take long to arrive.
    public func rates() async throws -> ExchangeRates {
        guard !isHanging.load(ordering: .relaxed) else { return try await lastKnown.rates() }
        do {
            if let rates = try await askLive() { return rates }
        } catch let error as CancellationError {
            throw error
        } catch _ {
            // Noted already, where calls are protected.
        }
        return try await lastKnown.rates()
    }

    /// Asks for new rates.
    ///
    /// - Returns: nil where they take long. They are waited for all the same, by nobody who wants to see a page.
    private func askLive() async throws -> ExchangeRates? {
        let (answers, answer) = AsyncStream.makeStream(of: Result<ExchangeRates, any Error>?.self)
        let work = Task { [self] in
            do {
                answer.yield(.success(try await calls.call("rates") { try await live.rates() }))
            } catch {
                answer.yield(.failure(error))
            }
            isHanging.store(false, ordering: .relaxed)
        }
        let timer = Task { [self] in
            try await clock.sleep(for: Self.patience)
            answer.yield(nil)
        }
        defer { timer.cancel() }
        for await first in answers {
            guard let first else {
                isHanging.store(true, ordering: .relaxed)
                return nil
            }
            return try first.get()
        }
        work.cancel()
        throw CancellationError()
    }
}
