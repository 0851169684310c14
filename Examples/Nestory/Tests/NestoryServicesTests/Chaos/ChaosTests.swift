import Foundation
import Inventory
import NestoryServices
import Service
import ServiceHealth
import ServiceTesting
import Testing

/// Faults that were asked for.
@Suite struct ChaosTests {
    @Test func `each failed read is answered from what was last known, and the third one degrades`() async throws {
        try await Household.run { household in
            try await household.add("Lamp")
            #expect(try household.chaos.inject([.error(1)], into: .inventory))
            for count in 1...3 {
                #expect(try await household.names() == (["Lamp"], Household.now))
                #expect(try household.status(.inventory).isWorking == (count < 3))
            }
            await #expect(throws: InventoryError.self) { try await household.add("Chair") }
            #expect(try household.chaos.inject([], into: .inventory))
            await household.clock.advance(by: .seconds(5))
            try await household.watch.look()
            #expect(try household.status(.inventory).isWorking)
            #expect(try await household.names() == (["Lamp"], nil))
        }
    }

    @Test func `a read that takes too long is answered from what was last known`() async throws {
        try await Household.run { household in
            try await household.add("Lamp")
            #expect(try household.chaos.inject([.latency(60)], into: .inventory))
            async let answer = household.names()
            await household.clock.waitForSleepers(count: 2)
            await household.clock.advance(by: .seconds(3))
            #expect(try await answer == (["Lamp"], Household.now))
        }
    }

    @Test func `the totals fail, and the items are there`() async throws {
        try await Household.run { household in
            try await household.add("Lamp")
            #expect(try household.chaos.inject([.error(1)], into: .analytics))
            let summaries = try household.env.resolve((any SummaryService).self)
            for _ in 0..<4 {
                await #expect(throws: ServiceUnavailableError.self) { try await summaries.summary(in: .euro) }
            }
            #expect(try household.status(.analytics).isWorking == false)
            #expect(try await household.names() == (["Lamp"], nil))
            #expect(try household.status(.inventory).isWorking)
        }
    }

    @Test func `rates fail, and the last known ones answer`() async throws {
        try await Household.run { household in
            let currencies = try household.env.resolve((any CurrencyService).self)
            #expect(try household.chaos.inject([.error(1)], into: .currency))
            for _ in 0..<3 { #expect(try await currencies.rates().source == .shipped) }
            #expect(try household.status(.currency).isReplaced)
            #expect(try household.chaos.inject([], into: .currency))
            await household.clock.advance(by: .seconds(5))
            _ = try await currencies.rates()
            #expect(try household.status(.currency).isWorking)
        }
    }

    @Test func `what is disturbed shows without being used, and recovers without being used`() async throws {
        try await Household.run { household in
            let services: [ServiceID] = [.currency, .backup, .export, .report, .analytics, .inventory]
            for service in services { #expect(try household.chaos.inject([.error(1)], into: service)) }
            for _ in 0..<3 { try await household.watch.look() }
            for service in services { #expect(try household.status(service).isWorking == false, "\(service)") }
            let inventory = try household.status(.inventory)
            #expect(inventory.isReplaced && inventory.refusesChanges)
            for service in services { #expect(try household.chaos.inject([], into: service)) }
            await household.clock.advance(by: .seconds(30))
            try await household.watch.look()
            for service in services { #expect(try household.status(service).isWorking, "\(service)") }
        }
    }

    @Test func `an unknown service is not disturbed`() async throws {
        try await Household.run { household in
            let isThere = try household.chaos.inject([.error(1)], into: "nonsense")
            #expect(!isThere)
            #expect(try household.chaos.services.isEmpty)
        }
    }
}
