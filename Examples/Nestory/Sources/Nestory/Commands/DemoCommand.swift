import ArgumentParser
import Foundation
import Inventory
import Logging
import NestoryAssembly
import NestoryServices
import Service

/// `nestory demo`.
struct DemoCommand: NestoryWork {
    static let configuration = CommandConfiguration(
        commandName: "demo", abstract: "Shows an outage, second by second: what fails, what goes on, what is saved.",
        discussion: """
            Real services work on a file in a temporary folder, which is spoiled and put back while somebody uses the \
            program each second. Ends with 0 if everything that was said to be saved is in the file, once, and nothing \
            else; and if all services have recovered by themselves.
            """)

    /// How long it takes. Each fault has ended for long enough to recover from it.
    private static let length = 27

    func work() async throws {
        try await TemporaryFolder.with { folder in
            let file = folder.appending(path: "nestory.db")
            let env = ServiceEnv(name: "demo")
            await env.assemble(DemoAssembly(path: file.path))
            let household = try await ServiceEnv.$current.withValue(env) { try await play(file, env) }
            let isHealthy = try env.resolve(ServiceOverview.self).statuses.allSatisfy(\.isWorking)
            try await env.shutdown()
            try await conclude(household, file, isHealthy: isHealthy)
        }
    }

    /// Lets the seconds pass.
    private func play(_ file: URL, _ env: ServiceEnv) async throws -> DemoHousehold {
        let timeline = DemoTimeline()
        let (chaos, watch) = (try env.resolve(Chaos.self), try env.resolve(ServiceWatch.self))
        let overview = try env.resolve(ServiceOverview.self)
        var household = DemoHousehold(
            inventory: try env.resolve((any InventoryService).self),
            summaries: try env.resolve((any SummaryService).self), clock: try env.resolve((any WallClock).self))
        let watching = Task { await watch.run() }
        defer { watching.cancel() }
        try timeline.begin()
        let start = ContinuousClock.now
        for second in 0..<Self.length {
            try await ContinuousClock().sleep(until: start + .seconds(second))
            for fault in DemoFault.allCases {
                if fault.seconds.lowerBound == second {
                    try fault.begin(file, chaos)
                    try timeline.tell(second, fault.beginning)
                } else if fault.seconds.upperBound == second {
                    try fault.end(file, chaos)
                    try timeline.tell(second, fault.end)
                }
            }
            let reading = try await household.read()
            let isSaved = try await household.add()
            let hasTotal = try await household.addUp()
            let degraded = overview.statuses.filter { !$0.isWorking }.map(\.service)
            try timeline.show(second, reading, isSaved: isSaved, hasTotal: hasTotal, degraded: degraded)
        }
        watching.cancel()
        await watching.value
        return household
    }

    /// Compares what was said to be saved with what the file holds.
    private func conclude(_ household: DemoHousehold, _ file: URL, isHealthy: Bool) async throws {
        let env = ServiceEnv(name: "demo-check")
        await env.assemble(LiveAssembly(path: file.path))
        var stored: [UUID] = []
        for try await batch in try await env.resolve((any InventoryService).self).batches(of: 100) {
            stored += batch.map(\.id)
        }
        try await env.shutdown()
        let lost = household.accepted.subtracting(stored).count
        let strangers = stored.count - household.accepted.intersection(stored).count
        let isGood = lost == 0 && strangers == 0 && isHealthy
        try DemoTimeline().conclude(
            """
            Saved: \(household.accepted.count), all but \(lost) of them in the file, and \(strangers) others. \
            Refused: \(household.refused.count). \(isHealthy ? "All services have recovered." : "Not all have recovered.")
            """, isGood: isGood)
        guard isGood else { throw CommandFailure.failed("The demonstration did not end as it should.") }
    }
}
