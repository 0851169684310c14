import Foundation

/// A clock of any kind, opened once: everything in this module tells time, and waits, through one of these.
@usableFromInline
struct MonotonicClock: Sendable {
    /// What a clock of any type can do once it is opened.
    private protocol Opened: Sendable {
        func now() -> MonotonicInstant
        func sleep(until instant: MonotonicInstant) async throws
    }

    private struct Adapter<Base: Clock<Duration>>: Opened {
        let base: Base
        let start: Base.Instant

        func now() -> MonotonicInstant {
            MonotonicInstant(nanoseconds: start.duration(to: base.now).saturatedNanoseconds)
        }

        func sleep(until instant: MonotonicInstant) async throws {
            try await base.sleep(until: start.advanced(by: .nanoseconds(instant.nanoseconds)), tolerance: nil)
        }
    }

    /// Set for the real clock, which is asked directly.
    private let continuousStart: ContinuousClock.Instant?
    private let other: (any Opened)?
    /// What a calendar showed when the clock was opened.
    private let startDate: Date

    init(_ clock: any Clock<Duration>) {
        self.init(opening: clock)
    }

    private init<C: Clock<Duration>>(opening clock: C) {
        if let clock = clock as? ContinuousClock {
            continuousStart = clock.now
            other = nil
        } else {
            continuousStart = nil
            other = Adapter(base: clock, start: clock.now)
        }
        startDate = Date()
    }

    @inline(__always)
    var now: MonotonicInstant {
        if let continuousStart {
            return MonotonicInstant(
                nanoseconds: continuousStart.duration(to: ContinuousClock.now).saturatedNanoseconds)
        }
        return other?.now() ?? MonotonicInstant(nanoseconds: 0)
    }

    func sleep(until instant: MonotonicInstant) async throws {
        if let instant = continuousInstant(instant) {
            try await ContinuousClock().sleep(until: instant)
        } else {
            try await other?.sleep(until: instant)
        }
    }

    /// The instant on the real clock, whose deadlines can wait in the shared ``DeadlineQueue``; nil on any
    /// other.
    func continuousInstant(_ instant: MonotonicInstant) -> ContinuousClock.Instant? {
        continuousStart?.advanced(by: .nanoseconds(instant.nanoseconds))
    }

    /// The date to show for an instant.
    func date(of instant: MonotonicInstant) -> Date {
        startDate.addingTimeInterval(Double(instant.nanoseconds) / 1_000_000_000)
    }
}
