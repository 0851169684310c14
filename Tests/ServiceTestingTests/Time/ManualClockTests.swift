@_spi(Lock) import Service
import ServiceTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct ManualClockTests {
    /// What happened, in order.
    private final class Journal: Sendable {
        private let entries = Lock<[String]>([])
        var all: [String] { entries.withLock { $0 } }
        func add(_ entry: String) { entries.withLock { $0.append(entry) } }
    }

    @Test func `time stands still until it is moved`() async {
        let clock = ManualClock()
        #expect(clock.now.offset == .zero)
        await clock.advance(by: .milliseconds(1500))
        await clock.advance(by: .zero)
        #expect(clock.now.offset == .milliseconds(1500))
        #expect(ManualClock.Instant(offset: .seconds(1)).duration(to: clock.now) == .milliseconds(500))
    }

    @Test func `a sleeper wakes when its deadline is reached and not before`() async throws {
        let clock = ManualClock()
        let sleeper = Task { try await clock.sleep(for: .seconds(5)) }
        await clock.waitForSleepers()
        await clock.advance(by: .milliseconds(4999))
        #expect(clock.sleeperCount == 1)
        await clock.advance(by: .milliseconds(1))
        #expect(clock.sleeperCount == 0)
        try await sleeper.value
    }

    @Test func `sleepers wake in order of their deadlines, each at its own time`() async throws {
        let clock = ManualClock()
        let journal = Journal()
        let executor = QueueExecutor()
        var tasks: [Task<Void, any Error>] = []
        for (index, seconds) in [3, 1, 2, 1].enumerated() {
            tasks.append(
                Task(executorPreference: executor) {
                    try await clock.sleep(until: .init(offset: .seconds(seconds)))
                    journal.add("\(index) at \(clock.now.offset)")
                })
            await clock.waitForSleepers(count: index + 1)
        }
        await Task(executorPreference: executor) { await clock.advance(by: .seconds(10)) }.value
        for task in tasks { try await task.value }
        #expect(journal.all == ["1 at 1.0 seconds", "3 at 1.0 seconds", "2 at 2.0 seconds", "0 at 3.0 seconds"])
        #expect(clock.now.offset == .seconds(10))
    }

    @Test func `who sleeps again until a time on the way is woken again`() async throws {
        let clock = ManualClock()
        let journal = Journal()
        let executor = QueueExecutor()
        let ticker = Task(executorPreference: executor) {
            for _ in 1...3 {
                try await clock.sleep(for: .seconds(1))
                journal.add("tick at \(clock.now.offset)")
            }
        }
        await clock.waitForSleepers()
        await Task(executorPreference: executor) { await clock.advance(by: .seconds(3)) }.value
        try await ticker.value
        #expect(journal.all == ["tick at 1.0 seconds", "tick at 2.0 seconds", "tick at 3.0 seconds"])
    }

    @Test func `every sleeper with a reached deadline has left when the move returns`() async throws {
        let clock = ManualClock()
        let sleepers = [1, 2, 3].map { seconds in Task { try await clock.sleep(for: .seconds(seconds)) } }
        await clock.waitForSleepers(count: 3)
        await clock.advance(by: .seconds(2))
        #expect(clock.sleeperCount == 1)
        await clock.advance(by: .seconds(1))
        #expect(clock.sleeperCount == 0)
        for sleeper in sleepers { try await sleeper.value }
    }

    @Test(arguments: [-1, 0]) func `a deadline that is not in the future returns at once`(seconds: Int) async throws {
        let clock = ManualClock()
        await clock.advance(by: .seconds(1))
        try await clock.sleep(until: clock.now.advanced(by: .seconds(seconds)))
        #expect(clock.sleeperCount == 0)
    }

    @Test func `cancelling a sleeper wakes it with CancellationError and forgets it`() async {
        let clock = ManualClock()
        let sleeper = Task { try await clock.sleep(for: .seconds(5)) }
        await clock.waitForSleepers()
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
        #expect(clock.sleeperCount == 0)
    }

    @MainActor
    @Test(arguments: [-1, 5]) func `a task that is cancelled already does not sleep`(seconds: Int) async {
        let clock = ManualClock()
        let sleeper = Task { try await clock.sleep(for: .seconds(seconds)) }
        sleeper.cancel()  // before it had a turn: both run on the main actor
        await #expect(throws: CancellationError.self) { try await sleeper.value }
        #expect(clock.sleeperCount == 0)
    }

    @Test func `waiting for sleepers ends with the last of them`() async throws {
        let clock = ManualClock()
        let journal = Journal()
        let watcher = Task {
            await clock.waitForSleepers(count: 2)
            journal.add("two asleep: \(clock.sleeperCount)")
        }
        let sleepers = (1...2).map { seconds in Task { try await clock.sleep(for: .seconds(seconds)) } }
        await watcher.value
        #expect(journal.all == ["two asleep: 2"])
        await clock.advance(by: .seconds(2))
        for sleeper in sleepers { try await sleeper.value }
    }

    @Test func `a cancelled wait for sleepers ends`() async {
        let clock = ManualClock()
        let watcher = Task { await clock.waitForSleepers() }
        watcher.cancel()
        await watcher.value
        #expect(clock.sleeperCount == 0)
    }

    @Test func `a move back is an issue and moves nothing`() async {
        let clock = ManualClock()
        await withKnownIssue {
            await clock.advance(by: .seconds(-1))
        } matching: { issue in
            "\(issue)".contains("A ManualClock cannot go back: advance(by: -1.0 seconds)")
        }
        #expect(clock.now.offset == .zero)
    }

    @Test func `no sleeper is lost among moves and cancellations`() async {
        let clock = ManualClock()
        let sleepers = (0..<200).map { index in
            Task { try? await clock.sleep(until: .init(offset: .milliseconds(index % 50))) }
        }
        let movers = Task { for _ in 0..<50 { await clock.advance(by: .milliseconds(1)) } }
        for sleeper in sleepers[..<100] { sleeper.cancel() }
        await movers.value
        for sleeper in sleepers { await sleeper.value }
        #expect(clock.sleeperCount == 0)
        #expect(clock.now.offset == .milliseconds(50))
    }
}
