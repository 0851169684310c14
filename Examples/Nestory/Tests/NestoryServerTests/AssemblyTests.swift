import Foundation
import Inventory
import NestoryAssembly
import Service
import Testing

@Suite struct AssemblyTests {
    /// Runs a test with an empty folder, which is removed afterwards.
    private func inFolder(_ test: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "nestory-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
        try await test(folder.appending(path: "nestory.db").path)
    }

    @Test func `everything that the live services need is there`() async throws {
        try await inFolder { path in
            let env = ServiceEnv(name: "live")
            await env.assemble(LiveAssembly(path: path))
            try env.validate()
            let needs = env.graph.edges.map { "\($0.from) -> \($0.to)" }
            #expect(needs.contains("ImportService -> InventoryService"))
            #expect(needs.contains("SummaryService -> SummaryService(live)"))
            #expect(needs.contains("SummaryService(live) -> CurrencyService"))
        }
    }

    @Test func `everything that the services of tests need is there`() async throws {
        try await inFolder { path in
            let env = ServiceEnv(name: "test")
            await env.assemble(TestAssembly(path: path, now: .epoch))
            try env.validate()
        }
    }

    @Test func `shutting down closes the inventory`() async throws {
        try await inFolder { path in
            let env = ServiceEnv(name: "live")
            await env.assemble(LiveAssembly(path: path))
            let inventory = try env.resolve((any InventoryService).self)
            try await inventory.add(Item(id: UUID(), name: "Lamp", updatedAt: .epoch))
            try await env.shutdown(timeout: .seconds(60))  // the machine may be busy
            await #expect(throws: (any Error).self) { try await inventory.items(ItemQuery()) }
            let wal = try FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? NSNumber
            #expect(wal?.intValue == 0)
        }
    }
}
