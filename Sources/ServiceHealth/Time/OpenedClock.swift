#if Health
/// A clock of any kind, opened once: its own instants become ``MonotonicInstant``s.
@usableFromInline
struct OpenedClock: Sendable {
    /// What a clock of any type can do once it is opened. An object, so that one comparison tells whether there is one.
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

    static let continuous = OpenedClock(other: nil)

    /// Nil for the real clock, which is read directly.
    private let other: (any Opened)?

    private init(other: (any Opened)?) {
        self.other = other
    }

    init(_ clock: any Clock<Duration>) {
        self.init(opening: clock)
    }

    private init<C: Clock<Duration>>(opening clock: C) {
        other = clock is ContinuousClock ? nil : Adapter(clock)
    }

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
}
#endif
