/// A point on a clock, in nanoseconds since the clock was opened.
///
/// One word instead of the sixteen bytes of a `Duration`, and one type for all clocks.
@usableFromInline
struct MonotonicInstant: InstantProtocol, Sendable {
    @usableFromInline let nanoseconds: Int64

    @usableFromInline
    init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// The end of time, also for sums that would pass it.
    static let distantFuture = MonotonicInstant(nanoseconds: .max)

    @usableFromInline
    func advanced(by duration: Duration) -> MonotonicInstant {
        let (sum, overflow) = nanoseconds.addingReportingOverflow(duration.saturatedNanoseconds)
        guard overflow else { return MonotonicInstant(nanoseconds: sum) }
        return MonotonicInstant(nanoseconds: duration < .zero ? .min : .max)
    }

    @usableFromInline
    func duration(to other: MonotonicInstant) -> Duration {
        .nanoseconds(other.nanoseconds.subtractingSaturating(nanoseconds))
    }

    @usableFromInline
    static func < (lhs: MonotonicInstant, rhs: MonotonicInstant) -> Bool {
        lhs.nanoseconds < rhs.nanoseconds
    }
}

extension Duration {
    /// The whole nanoseconds, at most what 64 bits hold (292 years).
    var saturatedNanoseconds: Int64 {
        Int64(clamping: attoseconds / 1_000_000_000)
    }
}

extension Int64 {
    fileprivate func subtractingSaturating(_ other: Int64) -> Int64 {
        let (difference, overflow) = subtractingReportingOverflow(other)
        guard overflow else { return difference }
        return self < 0 ? .min : .max
    }
}
