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

    private enum Source {
        case continuous(start: ContinuousClock.Instant)
        case other(any Opened)
    }

    private let source: Source
    /// What a calendar showed when the clock was opened.
    private let startDate: Date

    init(_ clock: any Clock<Duration>) {
        self.init(opening: clock)
    }

    private init<C: Clock<Duration>>(opening clock: C) {
        if let clock = clock as? ContinuousClock {
            source = .continuous(start: clock.now)
        } else {
            source = .other(Adapter(base: clock, start: clock.now))
        }
        startDate = Date()
    }

    /// Whether deadlines on this clock can wait in the shared ``DeadlineQueue``.
    var isContinuous: Bool {
        if case .continuous = source { true } else { false }
    }

    @usableFromInline
    var now: MonotonicInstant {
        switch source {
        case .continuous(let start):
            MonotonicInstant(nanoseconds: start.duration(to: ContinuousClock.now).saturatedNanoseconds)
        case .other(let clock):
            clock.now()
        }
    }

    func sleep(until instant: MonotonicInstant) async throws {
        switch source {
        case .continuous(let start):
            try await ContinuousClock().sleep(until: start.advanced(by: .nanoseconds(instant.nanoseconds)))
        case .other(let clock):
            try await clock.sleep(until: instant)
        }
    }

    /// The instant on the real clock, for the shared queue.
    func continuousInstant(_ instant: MonotonicInstant) -> ContinuousClock.Instant? {
        guard case .continuous(let start) = source else { return nil }
        return start.advanced(by: .nanoseconds(instant.nanoseconds))
    }

    /// The date to show for an instant.
    func date(of instant: MonotonicInstant) -> Date {
        startDate.addingTimeInterval(Double(instant.nanoseconds) / 1_000_000_000)
    }
}
