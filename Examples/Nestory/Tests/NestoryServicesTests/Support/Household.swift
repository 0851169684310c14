import Foundation
import Inventory
import InventoryStore
import NestoryAssembly
import NestoryServices
import Service
import ServiceHealth
import ServiceTesting
import Testing

/// The program's services over a real file in a folder of its own, at a time that the test moves.
struct Household {
    static let now = Timestamp(milliseconds: 1_790_000_000_000) ?? .epoch

    let env: ServiceEnv
    let clock = ManualClock()
    let folder: URL
    var file: URL { folder.appending(path: "nestory.db") }

    /// Runs a test with an empty folder, which is removed afterwards.
    static func run(
        prepare: (URL) async throws -> Void = { _ in }, _ test: (Household) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "nestory-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
        try await prepare(folder)
        let household = Household(env: ServiceEnv(name: "test"), folder: folder)
        await household.env.assemble(
            TestAssembly(path: household.file.path, now: now, clock: household.clock))
        try await test(household)
        // A busy machine takes its time, which no test here is about.
        try await household.env.shutdown(timeout: .seconds(60))
    }

    var inventory: any InventoryService { get throws { try env.resolve((any InventoryService).self) } }
    var guarded: GuardedInventory { get throws { try env.resolve(GuardedInventory.self) } }
    var chaos: Chaos { get throws { try env.resolve(Chaos.self) } }
    var health: ServiceHealthManager { get throws { try env.resolve(ServiceHealthManager.self) } }
    var watch: ServiceWatch { get throws { try env.resolve(ServiceWatch.self) } }

    /// How a service does.
    func status(_ service: ServiceID) throws -> ServiceStatus {
        let statuses = try env.resolve(ServiceOverview.self).statuses
        return try #require(statuses.first { $0.service == service.rawValue })
    }

    /// Adds an item.
    @discardableResult
    func add(_ name: String) async throws -> Item {
        let item = Item(id: UUID(), name: name, updatedAt: Self.now)
        try await inventory.add(item)
        return item
    }

    /// The names of all items, with the age of the answer.
    func names() async throws -> (names: [String], asOf: Timestamp?) {
        let age = AnswerAge()
        let names = try await AnswerAge.$current.withValue(age) {
            try await inventory.items(ItemQuery(limit: 1000)).items.map(\.name)
        }
        return (names, age.asOf)
    }

    /// Puts garbage in the place of the file, which is kept elsewhere.
    func replaceByGarbage() throws {
        try FileManager.default.moveItem(at: file, to: kept)
        try Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ 7) }).write(to: file)
    }

    /// Puts the file back.
    func putBack() throws {
        if FileManager.default.fileExists(atPath: file.path) { try FileManager.default.removeItem(at: file) }
        try FileManager.default.moveItem(at: kept, to: file)
    }

    var kept: URL { folder.appending(path: "kept.db") }
}
