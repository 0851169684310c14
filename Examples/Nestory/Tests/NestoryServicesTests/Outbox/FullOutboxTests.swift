import Foundation
import Inventory
import NestoryServices
import ServiceHealth
import ServiceOutbox
import ServiceTesting
import Testing

@Suite struct FullOutboxTests {
    @Test func `a change that a full outbox cannot keep is refused, and what was kept stays`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "nestory-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
        let changes = OutboxChanges(
            path: folder.appending(path: "outbox").path, health: ServiceHealthManager(), clock: ManualClock(),
            limits: OutboxLimits(entries: 1)
        ) { throw InventoryError.unavailable(because: nil) }
        let items = ["Lamp", "Chair"].map { Item(id: UUID(), name: $0, updatedAt: .epoch) }
        #expect(try await changes.make(ItemChange(.add(items[0]))) == .kept(number: 1, item: items[0].id))
        await #expect(throws: InventoryError.unavailable(because: nil)) {
            try await changes.make(ItemChange(.add(items[1])))
        }
        #expect(try await changes.kept().all.map(\.change?.id) == [items[0].id])
        try changes.close()
    }
}
