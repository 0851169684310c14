#if Health
import Logging
import Service
import ServiceHealth
import ServiceTesting
import Testing

@Suite struct OperationsSnippets {
    // snippet: checklist-test
    @Test(.serviceEnv) func `the list stays readable while the disk is gone, and comes back`() async throws {
        let clock = ManualClock()
        let health = ServiceHealthManager(clock: clock)
        let broken = clock.now
        ServiceEnv.current.register(
            (any Inventory).self, health: .inventory, manager: health, fallback: { LastKnownInventory(known: ["Lamp"]) }
        ) {
            if clock.now == broken { throw DiskGone() }
            return try DiskInventory(path: "/inventory")
        }

        #expect(try ServiceEnv.current.resolve((any Inventory).self).items() == ["Lamp"])
        #expect(health.isDegradedMode)

        await clock.advance(by: .seconds(300))
        #expect(try ServiceEnv.current.resolve((any Inventory).self).items() == ["from /inventory"])
        #expect(!health.isDegradedMode)
    }
    // snippet end

    struct DiskGone: Error {}

    struct LastKnownInventory: Inventory {
        let known: [String]
        func items() -> [String] { known }
        func add(_ item: String) throws { throw DiskGone() }
    }

    // snippet: logging-category
    func report(_ error: any Error, path: String) {
        Logger.data.error("The inventory could not be opened", metadata: ["path": "\(path)", "error": "\(error)"])
    }
    // snippet end

    @Test(arguments: [("service", Logger.service), ("ui", .ui), ("data", .data), ("network", .network)])
    func `a logger has its category`(category: String, logger: Logger) {
        #expect(logger.label == category)
        #expect(logger[metadataKey: "category"] == "\(category)")
        report(DiskGone(), path: "/inventory")
    }
}
#endif
