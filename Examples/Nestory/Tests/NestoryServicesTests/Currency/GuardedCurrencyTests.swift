import Inventory
import NestoryServices
import ServiceHealth
import ServiceTesting
import TestDoubles
import Testing

/// Rates that arrive late, or not at all.
@Suite struct GuardedCurrencyTests {
    private let clock = ManualClock()
    private let live = MockCurrencies()
    private let currency: GuardedCurrency
    private let fresh: ExchangeRates

    init() throws {
        live.stub.rates.holds()
        currency = GuardedCurrency(
            live: live, lastKnown: try ShippedRates(),
            protection: ServiceProtection(health: ServiceHealthManager(clock: clock), clock: clock))
        let day = try #require(Day(year: 2026, month: 11, day: 20))
        fresh = try ExchangeRates(date: day, source: .live, perEuro: [:])
    }

    @Test func `nobody waits while new rates take long, and they are asked for again afterwards`() async throws {
        async let first = currency.rates()
        let asked = try await live.stub.rates.next()
        await clock.waitForSleepers(count: 2)
        await clock.advance(by: .milliseconds(300))
        #expect(try await first.source == .shipped)
        for _ in 0..<3 { #expect(try await currency.rates().source == .shipped) }
        #expect(live.stub.rates.callCount == 1)

        live.stub.rates.returns(fresh)
        asked.returns(fresh)
        while try await currency.rates().source != .live { await Task.yield() }
        #expect(live.stub.rates.callCount == 2)
    }

    @Test func `rates that arrive just when nobody waits any longer are not the last that are asked for`() async throws
    {
        for _ in 0..<200 {
            async let first = currency.rates()
            let asked = try await live.stub.rates.next()
            await clock.waitForSleepers(count: 2)
            async let advanced: Void = clock.advance(by: .milliseconds(300))
            asked.returns(fresh)
            _ = try await (first, advanced)

            live.stub.rates.returns(fresh)
            var isLive = false
            for _ in 0..<10_000 where !isLive {
                isLive = try await currency.rates().source == .live
                await Task.yield()
            }
            try #require(isLive, "Nobody asks for new rates any more.")
            live.stub.rates.holds()
        }
    }
}
