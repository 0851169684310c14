#if Outbox
import ServiceTesting
import Testing

@testable import ServiceOutbox

/// The decisions about delays, without a clock.
struct RetryScheduleTests {
    private typealias Schedule = RetrySchedule<ManualClock.Instant>

    private func at(_ seconds: Double) -> ManualClock.Instant { .init(offset: .seconds(seconds)) }

    @Test func `the delay doubles up to the maximum`() {
        var schedule = Schedule(policy: OutboxPolicy(firstDelay: .seconds(1), maximumDelay: .seconds(5)))
        var now = at(0)
        var delays: [Duration] = []
        for _ in 0..<5 {
            let due = schedule.failed("a", retryAfter: nil, fraction: 1, at: now)
            delays.append(now.duration(to: due))
            now = due
            #expect(schedule.takeDue(at: now) == ["a"])
        }
        #expect(delays == [.seconds(1), .seconds(2), .seconds(4), .seconds(5), .seconds(5)])
    }

    @Test(arguments: [0, 0.25, 0.5]) func `jitter takes a share of the delay`(fraction: Double) {
        var schedule = Schedule(policy: OutboxPolicy(firstDelay: .seconds(4)))
        #expect(schedule.failed("a", retryAfter: nil, fraction: fraction, at: at(0)) == at(4 * fraction))
    }

    @Test func `a receiver is left alone as long as it asks`() {
        var schedule = Schedule(policy: OutboxPolicy(firstDelay: .seconds(4)))
        #expect(schedule.failed("a", retryAfter: .seconds(300), fraction: 1, at: at(0)) == at(300))
        #expect(schedule.failed("b", retryAfter: .seconds(1), fraction: 1, at: at(0)) == at(4))
    }

    @Test func `each subject has its own delay`() {
        var schedule = Schedule(policy: OutboxPolicy(firstDelay: .seconds(1)))
        schedule.failed("a", retryAfter: .seconds(9), fraction: 1, at: at(0))
        schedule.failed("b", retryAfter: nil, fraction: 1, at: at(0))
        schedule.failed("c", retryAfter: .seconds(5), fraction: 1, at: at(0))
        #expect(schedule.nextDue == at(1))
        #expect(schedule.takeDue(at: at(0.9)) == [])
        #expect(schedule.takeDue(at: at(5)) == ["b", "c"])
        #expect(schedule.nextDue == at(9))
    }

    @Test func `a success begins anew`() {
        var schedule = Schedule(policy: OutboxPolicy(firstDelay: .seconds(1)))
        schedule.failed("a", retryAfter: nil, fraction: 1, at: at(0))
        _ = schedule.takeDue(at: at(1))
        schedule.succeeded("a")
        #expect(schedule.failed("a", retryAfter: nil, fraction: 1, at: at(1)) == at(2))
    }

    @Test func `clearing lets everybody go and forgets their failures`() {
        var schedule = Schedule(policy: OutboxPolicy(firstDelay: .seconds(1)))
        schedule.failed("a", retryAfter: .seconds(300), fraction: 1, at: at(0))
        schedule.failed("b", retryAfter: nil, fraction: 1, at: at(0))
        #expect(Set(schedule.clear()) == ["a", "b"])
        #expect(schedule.nextDue == nil)
        #expect(schedule.failed("a", retryAfter: nil, fraction: 1, at: at(0)) == at(1))
    }

    @Test func `a subject that fails while it waits has one wait, the new one`() {
        var schedule = Schedule(policy: OutboxPolicy(firstDelay: .seconds(1)))
        schedule.failed("a", retryAfter: nil, fraction: 1, at: at(0))
        schedule.failed("b", retryAfter: .seconds(3), fraction: 1, at: at(0))
        schedule.failed("a", retryAfter: .seconds(9), fraction: 1, at: at(0))
        #expect(schedule.takeDue(at: at(8)) == ["b"])
        #expect(schedule.takeDue(at: at(9)) == ["a"])
        #expect(schedule.nextDue == nil)
    }

    @Test func `negative delays count as none`() {
        var schedule = Schedule(policy: OutboxPolicy(firstDelay: .seconds(-1), maximumDelay: .seconds(-1)))
        #expect(schedule.failed("a", retryAfter: nil, fraction: 1, at: at(3)) == at(3))
    }
}
#endif
