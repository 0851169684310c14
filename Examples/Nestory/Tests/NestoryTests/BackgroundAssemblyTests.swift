import Inventory
import Logging
import Service
import ServiceLifecycle
import ServiceTesting
import Testing

@testable import Nestory

@Suite struct BackgroundAssemblyTests {
    /// Notes when it is asked.
    private struct TimedNotifications: NotificationService {
        let clock: ManualClock
        let times: AsyncStream<Duration>.Continuation

        func notify() async throws -> NotificationReport {
            times.yield(clock.now.offset)
            return NotificationReport(queued: 0, sent: 0)
        }
    }

    @Test(arguments: [(isShared: false, interval: 3600), (isShared: true, interval: 60)])
    func `warranties are looked at every hour, every minute where other servers send notices too`(
        isShared: Bool, interval: Int
    ) async throws {
        let clock = ManualClock()
        let (times, asked) = AsyncStream.makeStream(of: Duration.self)
        let env = ServiceEnv(name: "test")
        env.register((any NotificationService).self) { TimedNotifications(clock: clock, times: asked) }
        await env.assemble(BackgroundAssembly(logger: Logger(label: "test"), isShared: isShared, clock: clock))
        let work = try env.resolve((any BackgroundWork).self, name: "notifications")
        let running = Task { try await work.run() }
        var next = times.makeAsyncIterator()
        #expect(await next.next() == .zero)
        // A shorter interval asks within the first move, a longer one never asks.
        await clock.waitForSleepers()
        await clock.advance(by: .seconds(interval - 1))
        await clock.advance(by: .seconds(1))
        #expect(await next.next() == .seconds(interval))
        running.cancel()
        try await running.value
    }
}
