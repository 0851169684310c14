#if Health
/// A point on a clock, in nanoseconds since the clock was opened; on the real clock, since it was first read here.
///
/// One word instead of the sixteen bytes of a `Duration`, and one type for all clocks. The real clock's own instants have a
/// size that is only known at run time, which makes everything that holds one slow.
@usableFromInline
struct MonotonicInstant: InstantProtocol, Sendable {
    @usableFromInline let nanoseconds: Int64

    @usableFromInline
    init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// The end of time, also for sums that would pass it.
    static let distantFuture = MonotonicInstant(nanoseconds: .max)

    /// The same, in seconds.
    var seconds: Double { Double(nanoseconds) / 1_000_000_000 }

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

// MARK: - The real clock

private let continuousStart = ContinuousClock.now

extension MonotonicInstant {
    /// What the real clock shows.
    static var continuousNow: MonotonicInstant {
        let start = continuousStart
        return MonotonicInstant(nanoseconds: start.duration(to: ContinuousClock.now).saturatedNanoseconds)
    }

    /// The same point in the real clock's own terms.
    var onContinuousClock: ContinuousClock.Instant {
        continuousStart.advanced(by: .nanoseconds(nanoseconds))
    }
}

extension Duration {
    /// The whole nanoseconds, at most what 64 bits hold (292 years).
    var saturatedNanoseconds: Int64 {
        // Every reading of the clock comes here, and a division of 128 bits costs as much as the rest of it.
        // So: by 2 to the 9th with a shift, then by 5 to the 9th with 64 bits while they suffice (4722
        // seconds), else in two steps.
        let shifted = attoseconds >> 9
        if let short = Int64(exactly: shifted), short >= 0 { return short / 1_953_125 }
        let magnitude = attoseconds.magnitude >> 9
        let divisor: UInt64 = 1_953_125
        guard magnitude >> 63 < divisor else { return self < .zero ? .min : .max }
        let high = UInt64(truncatingIfNeeded: magnitude >> 40)
        let low = UInt64(truncatingIfNeeded: magnitude) & UInt64(0xFF_FFFF_FFFF)
        let (highQuotient, remainder) = high.quotientAndRemainder(dividingBy: divisor)
        let quotient = Int64((highQuotient << 40) + ((remainder << 40) + low) / divisor)
        return attoseconds < 0 ? -quotient : quotient
    }
}

extension Int64 {
    fileprivate func subtractingSaturating(_ other: Int64) -> Int64 {
        let (difference, overflow) = subtractingReportingOverflow(other)
        guard overflow else { return difference }
        return self < 0 ? .min : .max
    }
}
#endif
