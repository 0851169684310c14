#if Health
import Foundation

/// The clock of one manager or pipeline: everything in this module tells time, and waits, through one of these.
@usableFromInline
struct MonotonicClock: Sendable {
    private let opened: OpenedClock
    /// The date at the clock's zero.
    private let startDate: Date
    /// The deadlines that wait on this clock. The real clock has one queue for the whole program.
    let deadlines: DeadlineQueue

    init(_ clock: any Clock<Duration>) {
        opened = OpenedClock(clock)
        startDate = Date().addingTimeInterval(-opened.now.seconds)
        deadlines = opened.isContinuous ? .continuous : DeadlineQueue(on: opened)
    }

    @inline(__always)
    var now: MonotonicInstant { opened.now }

    func sleep(until instant: MonotonicInstant) async throws {
        try await opened.sleep(until: instant)
    }

    /// The date to show for an instant.
    func date(of instant: MonotonicInstant) -> Date {
        startDate.addingTimeInterval(instant.seconds)
    }
}
#endif
