import Foundation
import Inventory
import NestoryAssembly
import NestoryRemote
import NestoryServices
import PrometheusText
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

    /// Notes which of the services that the test may look at are created; beside that, what these are.
    private func watch(_ env: ServiceEnv, hasCopies: Bool = true) -> (created: Recorder<String>, watched: Set<String>) {
        let created = Recorder<String>()
        var watched: Set<String> = []
        func watch<S: Sendable>(_ type: S.Type, name: ServiceName? = nil) {
            watched.insert("\(type)\(name.map { " \($0)" } ?? "")")
            env.decorate(type, name: name) { [created] in
                created.record("\(type)\(name.map { " \($0)" } ?? "")")
                return $0
            }
        }
        for name in [nil, .live] as [ServiceName?] {
            watch((any InventoryService).self, name: name)
            watch((any CurrencyService).self, name: name)
            if hasCopies { watch((any BackupService).self, name: name) }
            watch((any NotificationService).self, name: name)
            watch((any ExportService).self, name: name)
            watch((any ReportService).self, name: name)
            watch((any SummaryService).self, name: name)
        }
        watch(BackupShelf.self)
        watch(GuardedInventory.self)
        watch(HealthChecks.self)
        watch((any NotificationOutbox).self)
        watch(PrometheusRegistry.self)
        watch(ServiceHealthManager.self)
        watch(ServiceOverview.self)
        watch(ServiceWatch.self)
        watch((any WallClock).self)
        watch((any WebClient).self)
        return (created, watched)
    }

    @Test(arguments: [true, false])
    func `the check knows what every service needs, and creates none`(staysUp: Bool) async throws {
        try await inFolder { path in
            let env = ServiceEnv(name: "live")
            let address = WebAddress("http://localhost/")
            let options = LiveOptions(rates: address, webhook: address, outbox: path + "-outbox.db", staysUp: staysUp)
            await env.assemble(LiveAssembly(path: path, options: options))
            let (created, watched) = watch(env)

            let known = env.graph
            #expect(known.nodes.filter { !$0.isChecked }.map(\.service) == [])
            try env.validate()
            #expect(created.elements == [])
            #expect(env.graph.edges == known.edges)
            #expect(known.edges.contains { $0.from == "BackupService" && $0.to == "BackupService(live)" })
            #expect(known.edges.contains { $0.from == "ServiceWatch" && $0.to == "NotificationService" })

            // Nothing asks for more when it is created, either, but for what a provider will ask for.
            _ = try env.resolve(ServiceOverview.self)
            _ = try env.resolve(ServiceWatch.self)
            _ = try env.resolve(HealthChecks.self)
            _ = try env.resolve((any ImportService).self)
            _ = try env.resolve((any InventoryService).self, name: .live)
            _ = try env.resolve(PrometheusRegistry.self)
            #expect(Set(created.elements) == watched)
            let others = env.graph.edges.filter { !known.edges.contains($0) }
            #expect(others.map { [$0.from, $0.to] } == [["GuardedInventory", "InventoryService(live)"]])
            #expect(others.allSatisfy(\.isDeferred) && known.edges.allSatisfy(env.graph.edges.contains))
            try await env.shutdown(timeout: .seconds(60))
        }
    }

    #if PostgreSQL
    @Test func `the check knows what every service on a database needs, and creates none`() async throws {
        let env = ServiceEnv(name: "live")
        let address = WebAddress("http://localhost/")
        let server = try ServerDatabase("postgresql://nobody@localhost:1/nestory")
        let options = LiveOptions(rates: address, webhook: address, server: server, staysUp: true)
        await env.assemble(LiveAssembly(path: "/nowhere/nestory.db", options: options))
        let created = watch(env, hasCopies: false).created

        let known = env.graph
        #expect(known.nodes.filter { !$0.isChecked }.map(\.service) == [])
        try env.validate()
        #expect(created.elements == [] && env.graph.edges == known.edges)
        #expect(known.edges.contains { $0.from == "ServiceOverview" && $0.to == "InventoryFollower" })
        #expect(!known.edges.contains { $0.to == "BackupService" })
    }
    #endif

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
