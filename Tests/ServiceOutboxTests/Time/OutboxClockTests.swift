#if Outbox
import ServiceTesting
import Testing

@testable import ServiceOutbox

struct OutboxClockTests {
    /// A clock that notes until when it is to sleep, and does not.
    struct NotingClock: Clock {
        let deadlines = Recorder<ManualClock.Instant>()
        var now: ManualClock.Instant { ManualClock.Instant(offset: .seconds(5)) }
        var minimumResolution: Duration { .nanoseconds(1) }

        func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
            deadlines.record(deadline)
        }
    }

    @Test(arguments: [
        (Duration.seconds(7), Duration.seconds(7)), (.seconds(Int64.max), .seconds(Int64(3_155_760_000))),
    ])
    func `a sleep takes 100 years at most`(asked: Duration, slept: Duration) async throws {
        let base = NotingClock()
        let clock = OutboxClock(base)
        try await clock.sleep(until: clock.now.advanced(by: asked))
        #expect(base.deadlines.elements == [ManualClock.Instant(offset: .seconds(5) + slept)])
    }
}
#endif
