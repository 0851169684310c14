import Foundation
import Inventory
import NestoryAssembly
import NestoryRemote
import NestoryServices
import Service
import ServiceHealth
import ServiceTesting
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

    @Test(arguments: [true, false])
    func `the check knows what every service needs, and creates none that needs another`(staysUp: Bool) async throws {
        try await inFolder { path in
            let env = ServiceEnv(name: "live")
            let address = WebAddress("http://localhost/")
            let options = LiveOptions(
                rates: address, webhook: address, outbox: path + "-outbox.db", staysUp: staysUp)
            await env.assemble(LiveAssembly(path: path, options: options))
            let created = Recorder<String>()
            func watch<S: Sendable>(_ type: S.Type, name: ServiceName? = nil) {
                env.decorate(type, name: name) { [created] in
                    created.record("\(type)")
                    return $0
                }
            }
            for name in [nil, .live] as [ServiceName?] {
                watch((any InventoryService).self, name: name)
                watch((any CurrencyService).self, name: name)
                watch((any BackupService).self, name: name)
                watch((any NotificationService).self, name: name)
                watch((any ExportService).self, name: name)
                watch((any ReportService).self, name: name)
                watch((any SummaryService).self, name: name)
            }
            watch(GuardedInventory.self)
            watch(HealthChecks.self)
            watch(ServiceOverview.self)
            watch(ServiceWatch.self)

            let known = env.graph
            // Only these are created to see that it can be done. They need no other service.
            #expect(
                known.nodes.filter { !$0.isChecked }.map(\.service) == [
                    "BackupShelf", "NotificationOutbox", "PrometheusRegistry", "ServiceHealthManager", "WallClock",
                    "WebClient",
                ])
            try env.validate()
            #expect(created.elements.isEmpty)
            #expect(env.graph.edges == known.edges)
            #expect(known.edges.contains { $0.from == "BackupService" && $0.to == "BackupService(live)" })
            #expect(known.edges.contains { $0.from == "ServiceWatch" && $0.to == "NotificationService" })

            // Nothing asks for more when it is created, either.
            _ = try env.resolve(ServiceOverview.self)
            _ = try env.resolve(ServiceWatch.self)
            _ = try env.resolve(HealthChecks.self)
            _ = try env.resolve((any ImportService).self)
            _ = try env.resolve((any InventoryService).self, name: .live)
            #expect(Set(created.elements).count == 11)
            #expect(env.graph.edges == known.edges)
            try await env.shutdown(timeout: .seconds(60))
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
