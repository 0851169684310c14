public import Inventory
public import Service
import ServiceHealth
import ServiceMacros
import Synchronization

/// The exchange rates as the program sees them: while the place that publishes them does not answer, the last known
/// ones, or those that came with the program. Every answer says of which day it is.
@Injectable
public final class GuardedCurrency: CurrencyService {
    private let live: any CurrencyService
    private let lastKnown: any CurrencyService
    private let protection: ServiceProtection
    /// How many times new rates were asked for and are taking long.
    private let hanging = Atomic(0)

    /// How long a page waits for new rates.
    private static let patience = Duration.milliseconds(300)

    /// Guards a service.
    ///
    /// - Parameters:
    ///   - live: Where rates are asked for.
    ///   - lastKnown: What answers where that fails.
    ///   - protection: Where the calls are protected.
    public init(
        @Named(.live) live: any CurrencyService, @Named(.lastKnown) lastKnown: any CurrencyService,
        protection: ServiceProtection
    ) {
        self.live = live
        self.lastKnown = lastKnown
        self.protection = protection
    }

    /// Returns the newest rates that there are, and the last known ones where new ones take long to arrive.
    public func rates() async throws -> ExchangeRates {
        guard hanging.load(ordering: .relaxed) == 0 else { return try await lastKnown.rates() }
        let (answers, answer) = AsyncStream.makeStream(of: Result<ExchangeRates, any Error>?.self)
        let asking = Task { [self] in
            do { answer.yield(.success(try await ask())) } catch { answer.yield(.failure(error)) }
        }
        let timer = Task { [protection] in
            try await protection.clock.sleep(for: Self.patience)
            answer.yield(nil)
        }
        defer { timer.cancel() }
        for await first in answers {
            if let first { return try first.get() }
            // New ones are waited for all the same, by nobody who wants to see a page.
            hanging.add(1, ordering: .relaxed)
            Task { [self] in
                await asking.value
                hanging.subtract(1, ordering: .relaxed)
            }
            return try await lastKnown.rates()
        }
        asking.cancel()
        throw CancellationError()
    }

    private func ask() async throws -> ExchangeRates {
        try await protection.currency.call("rates") {
            try await live.rates()
        } recover: { failure in
            _ = protection.told(failure, by: protection.currency)
            return try await lastKnown.rates()
        }.value
    }
}
