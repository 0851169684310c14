import Foundation
import Inventory
import NestoryServices
import ServiceHealth
import ServiceTesting
import Testing

@Suite struct BrokenOutboxTests {
    @Test func `an outbox whose file is taken away is reported, and does not keep pages from being shown`() async throws
    {
        let folder = FileManager.default.temporaryDirectory.appending(path: "nestory-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
        let path = folder.appending(path: "outbox").path
        let changes = OutboxChanges(path: path, health: ServiceHealthManager(), clock: ManualClock()) {
            throw InventoryError.unavailable(because: nil)
        }
        let lamp = Item(id: UUID(), name: "Lamp", updatedAt: .epoch)
        #expect(try await changes.make(ItemChange(.add(lamp))) == .kept(number: 1, item: lamp.id))
        for name in ["", "-wal", "-shm"] {
            try FileManager.default.moveItem(atPath: path + name, toPath: path + "-away" + name)
        }
        #expect(try await changes.kept().isUnreadable)
        // Then a new one is used.
        let chair = Item(id: UUID(), name: "Chair", updatedAt: .epoch)
        #expect(try await changes.make(ItemChange(.add(chair))) == .kept(number: 1, item: chair.id))
        try changes.close()
    }
}
