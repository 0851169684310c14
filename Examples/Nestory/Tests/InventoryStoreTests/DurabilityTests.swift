import Foundation
import GRDB
import Inventory
import Testing

@testable import InventoryStore

@Suite struct DurabilityTests {
    @Test func `every change waits for the disk, also when the file is opened again`() async throws {
        try await Store.run { store in
            for _ in 0..<2 {
                let level = try await store.inventory.pool.write { try Int.fetchOne($0, sql: "PRAGMA synchronous") }
                // 2 is FULL: the log is written through before a commit returns.
                #expect(level == 2)
                try await store.reopen()
            }
        }
    }
}
