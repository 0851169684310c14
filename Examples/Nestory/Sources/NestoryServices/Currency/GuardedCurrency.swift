public import Inventory

/// The exchange rates as the program sees them: while the place that publishes them does not answer, the last known
/// ones, or those that came with the program. Every answer says of which day it is.
public struct GuardedCurrency: CurrencyService {
    private let live: any CurrencyService
    private let lastKnown: any CurrencyService
    private let calls: ProtectedCalls

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
    }

    /// Returns the newest rates that there are.
    public func rates() async throws -> ExchangeRates {
        do {
            return try await calls.call("rates") { try await live.rates() }
        } catch let error as CancellationError {
            throw error
        } catch {
            return try await lastKnown.rates()
        }
    }
}
