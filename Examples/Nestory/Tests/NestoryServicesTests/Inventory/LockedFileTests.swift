import Foundation
import GRDB
import Inventory
import InventoryStore
import NestoryServices
import ServiceHealth
import ServiceTesting
import Testing

/// What happens while another program keeps the file to itself.
@Suite struct LockedFileTests {
    @Test func `reading goes on, and changes are refused, from the third time at once`() async throws {
        try await Household.run { household in
            try await household.add("Lamp")
            var configuration = Configuration()
            configuration.allowsUnsafeTransactions = true
            let other = try DatabaseQueue(path: household.file.path, configuration: configuration)
            try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
            for _ in 0..<3 { await #expect(throws: InventoryError.busy) { try await household.add("Chair") } }
            await #expect(throws: InventoryError.readOnly(because: .busy)) { try await household.add("Chair") }
            #expect(try await household.names() == (["Lamp"], nil))
            let status = try household.status(.inventory)
            #expect(!status.isWorking && !status.isReplaced && status.refusesChanges)
            // Reading it does not make it look as if it could be changed again.
            #expect(try await household.names().asOf == nil)
            #expect(try household.status(.inventory).refusesChanges)

            try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
            try other.close()
            await household.clock.advance(by: .seconds(5))
            // Nobody changes anything: it is noticed all the same.
            try await household.watch.look()
            #expect(try household.status(.inventory).isWorking)
            try await household.add("Chair")
        }
    }

    @Test func `an item that is there already is an answer, and no failure`() async throws {
        try await Household.run { household in
            let lamp = try await household.add("Lamp")
            for _ in 0..<5 {
                await #expect(throws: InventoryError.alreadyExists) { try await household.inventory.add(lamp) }
            }
            #expect(try household.status(.inventory).isWorking)
            #expect(try household.health.serviceStates.values.allSatisfy { $0.totalFailures == 0 })
        }
    }

    @Test func `what another program adds is known at the next look`() async throws {
        try await Household.run { household in
            try await household.add("Lamp")
            let other = try SQLiteInventory(path: household.file.path)
            try await other.add(Item(id: UUID(), name: "Chair", updatedAt: .epoch))
            try await household.watch.look()
            try household.replaceByGarbage()
            #expect(try await household.names() == (["Chair", "Lamp"], Household.now))
            try household.putBack()
            try await other.close()
        }
    }
}
