import Inventory
import ServiceTesting
import Synchronization
import Testing

@Suite struct RepeatedWorkTests {
    private struct Failure: Error {}

    /// What work did, by the time of its clock in seconds.
    private final class Diary: Sendable {
        let entries = Mutex<[String]>([])
        func note(_ text: String) { entries.withLock { $0.append(text) } }
        var text: String { entries.withLock { $0.joined(separator: " ") } }
    }

    @Test func `work is done at once, and then whenever it is due`() async {
        let clock = ManualClock()
        let diary = Diary()
        let task = Task {
            await RepeatedWork(clock: clock, afterFailure: .seconds(1)) {
                diary.note("\($0)")
            } work: {
                diary.note("\(clock.now.offset.components.seconds)")
                return .seconds(60)
            }.repeated()
        }
        for _ in 0..<3 {
            await clock.waitForSleepers()
            await clock.advance(by: .seconds(60))
        }
        await clock.waitForSleepers()
        await clock.advance(by: .seconds(59))
        #expect(diary.text == "0 60 120 180")
        task.cancel()
        await task.value
    }

    @Test func `work that failed is told and tried again sooner`() async {
        let clock = ManualClock()
        let diary = Diary()
        let task = Task {
            await RepeatedWork(clock: clock, afterFailure: .seconds(5)) { _ in
                diary.note("failed")
            } work: {
                let seconds = clock.now.offset.components.seconds
                diary.note("\(seconds)")
                if seconds < 10 { throw Failure() }
                return .seconds(60)
            }.repeated()
        }
        for seconds in [5, 5, 60] {
            await clock.waitForSleepers()
            await clock.advance(by: .seconds(seconds))
        }
        await clock.waitForSleepers()
        #expect(diary.text == "0 failed 5 failed 10 70")
        task.cancel()
        await task.value
    }

    @Test func `a cancellation in the middle of the work is no failure`() async {
        let clock = ManualClock()
        let diary = Diary()
        let task = Task {
            await RepeatedWork(clock: clock, afterFailure: .seconds(5)) { _ in
                diary.note("failed")
            } work: {
                try await clock.sleep(for: .seconds(1000))
                return .zero
            }.repeated()
        }
        await clock.waitForSleepers()
        task.cancel()
        await task.value
        #expect(diary.text.isEmpty && clock.sleeperCount == 0)
    }
}
