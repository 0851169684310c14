#if Health
import Service
import ServiceHealth
import ServiceTesting
import Testing

@Suite struct FallbackConcurrencyTests {
    /// A service that may do something when it goes.
    final class Part: Sendable {
        let name: String
        let farewell: @Sendable () -> Void

        init(_ name: String, farewell: @escaping @Sendable () -> Void = {}) {
            self.name = name
            self.farewell = farewell
        }

        deinit { farewell() }
    }

    let clock = ManualClock()
    let health: ServiceHealthManager

    init() {
        health = ServiceHealthManager(clock: clock)
    }

    @Test func `the live factory runs once for the first callers, also for those who come as it fails`() async {
        for _ in 0..<300 {
            let env = ServiceEnv(name: "degrading")
            let live = Tally()
            env.register(Part.self, health: .inventory, manager: health, fallback: { Part("fallback") }) {
                live.enter()
                throw Down()
            }
            let parts = await onThreads(4) { _ in try? env.resolve(Part.self) }
            #expect(parts.allSatisfy { $0?.name == "fallback" })
            #expect(live.total == 1)
        }
    }

    @Test(arguments: [ServiceScope.singleton, .graph, .transient])
    func `a fallback may resolve its service when it goes`(scope: ServiceScope) async throws {
        let env = ServiceEnv(name: "degrading")
        let (live, successors) = (Tally(), Log<String>())
        env.register(
            Part.self, scope: scope, health: .inventory, manager: health,
            fallback: { Part("fallback") { successors.add((try? env.resolve(Part.self))?.name ?? "none") } }
        ) {
            live.enter()
            if live.total == 1 { throw Down() }
            return Part("live")
        }
        #expect(try env.resolve(Part.self).name == "fallback")
        await clock.advance(by: .seconds(300))
        #expect(try env.resolve(Part.self).name == "live")
        #expect(successors.elements == ["live"])
    }
}
#endif
