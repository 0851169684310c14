import Foundation
import Inventory
import NestoryServices
import ServiceHealth
import ServiceTesting
import Testing

@Suite struct BrokenOutboxTests {
    private static let lamp = Item(id: UUID(), name: "Lamp", updatedAt: .epoch)
    private static let chair = Item(id: UUID(), name: "Chair", updatedAt: .epoch)

    @Test func `no new outbox takes the place of one that is taken away with changes in it`() async throws {
        try await Self.run { changes, path in
            #expect(try await changes.make(ItemChange(.add(Self.lamp))) == .kept(number: 1, item: Self.lamp.id))
            try Self.move(path, to: path + "-away")
            for _ in 1...2 { #expect(try await changes.kept().isUnreadable) }
            await #expect(throws: InventoryError.unavailable(because: nil)) {
                try await changes.make(ItemChange(.add(Self.chair)))
            }
            #expect("\(try #require(changes.problem))".contains("with 1 of the changes"))
            try Self.move(path + "-away", to: path)
            #expect(try await changes.kept().all.map(\.number) == [1])
            #expect(try await changes.make(ItemChange(.add(Self.chair))) == .kept(number: 2, item: Self.chair.id))
        }
    }

    @Test func `a new outbox takes the place of an empty one`() async throws {
        try await Self.run { changes, path in
            #expect(try await changes.kept().isEmpty)
            try Self.move(path, to: path + "-away")
            await #expect(throws: InventoryError.busy) { try await changes.make(ItemChange(.add(Self.lamp))) }
            #expect(try await changes.make(ItemChange(.add(Self.lamp))) == .kept(number: 1, item: Self.lamp.id))
        }
    }

    /// Runs a test with an outbox whose inventory is not available.
    private static func run(_ test: (OutboxChanges, String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "nestory-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
        let path = folder.appending(path: "outbox").path
        let changes = OutboxChanges(path: path, health: ServiceHealthManager(), clock: ManualClock()) {
            throw InventoryError.unavailable(because: nil)
        }
        try await test(changes, path)
        try changes.close()
    }

    private static func move(_ path: String, to other: String) throws {
        for name in ["", "-wal", "-shm"] {
            try FileManager.default.moveItem(atPath: path + name, toPath: other + name)
        }
    }
}
