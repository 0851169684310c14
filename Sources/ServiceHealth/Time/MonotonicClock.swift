import Foundation

/// A clock of any kind, opened once: everything in this module tells time, and waits, through one of these.
@usableFromInline
struct MonotonicClock: Sendable {
    /// What a clock of any type can do once it is opened. An object, as looking whether there is one is one comparison then.
    private protocol Opened: AnyObject, Sendable {
        func now() -> MonotonicInstant
        func sleep(until instant: MonotonicInstant) async throws
    }

    private final class Adapter<Base: Clock<Duration>>: Opened {
        private let base: Base
        private let start: Base.Instant

        init(_ base: Base) {
            self.base = base
            start = base.now
        }

        func now() -> MonotonicInstant {
            MonotonicInstant(nanoseconds: start.duration(to: base.now).saturatedNanoseconds)
        }

        func sleep(until instant: MonotonicInstant) async throws {
            try await base.sleep(until: start.advanced(by: .nanoseconds(instant.nanoseconds)), tolerance: nil)
        }
    }

    /// Nil for the real clock, which is asked directly.
    private let other: (any Opened)?
    /// What a calendar showed at the clock's zero.
    private let startDate: Date

    init(_ clock: any Clock<Duration>) {
        self.init(opening: clock)
    }

    private init<C: Clock<Duration>>(opening clock: C) {
        other = clock is ContinuousClock ? nil : Adapter(clock)
        let now = other?.now() ?? .continuousNow
        startDate = Date().addingTimeInterval(-now.seconds)
    }

    /// Whether this is the real clock, whose deadlines can wait in the shared ``DeadlineQueue``.
    var isContinuous: Bool { other == nil }

    @inline(__always)
    var now: MonotonicInstant {
        if let other { return other.now() }
        return .continuousNow
    }

    func sleep(until instant: MonotonicInstant) async throws {
        if let other {
            try await other.sleep(until: instant)
        } else {
            try await ContinuousClock().sleep(until: instant.onContinuousClock)
        }
    }

    /// The date to show for an instant.
    func date(of instant: MonotonicInstant) -> Date {
        startDate.addingTimeInterval(instant.seconds)
    }
}
