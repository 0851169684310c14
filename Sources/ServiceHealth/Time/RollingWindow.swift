#if Health
/// Counts what happened in the last stretch of time, in ten buckets that are forgotten one by one.
struct RollingWindow<Instant: InstantProtocol & Sendable>: Sendable where Instant.Duration == Duration {
    struct Counts: Sendable, Equatable {
        var calls = 0
        /// Failures, or retries: what is compared with the calls.
        var marked = 0
        var slow = 0

        static func += (lhs: inout Counts, rhs: Counts) {
            lhs.calls += rhs.calls
            lhs.marked += rhs.marked
            lhs.slow += rhs.slow
        }

        static func -= (lhs: inout Counts, rhs: Counts) {
            lhs.calls -= rhs.calls
            lhs.marked -= rhs.marked
            lhs.slow -= rhs.slow
        }
    }

    static var bucketCount: Int { 10 }

    private let bucketWidth: Duration
    private var buckets: [Counts]
    private var current = 0
    /// When the current bucket began, and when it ends. Nil before the first count.
    private var currentSpan: Range<Instant>?
    /// The sum over all buckets that are not forgotten yet.
    private(set) var total = Counts()

    init(length: Duration) {
        bucketWidth = length / Self.bucketCount
        buckets = Array(repeating: Counts(), count: Self.bucketCount)
    }

    /// Forgets what is out of the window at `now`, and adds `counts`.
    mutating func add(_ counts: Counts, at now: Instant) {
        advance(to: now)
        buckets[current] += counts
        total += counts
    }

    /// Forgets what is out of the window at `now`.
    mutating func advance(to now: Instant) {
        guard let span = currentSpan else {
            return begin(at: now)
        }
        // Nearly every call: no division, no change. An instant before the bucket counts as now.
        if now < span.upperBound { return }
        let elapsed = span.lowerBound.duration(to: now)
        guard elapsed < bucketWidth * Self.bucketCount else {
            // An age has passed: nothing is left.
            empty()
            return begin(at: now)
        }
        var start = span.upperBound
        while true {
            current = (current + 1) % Self.bucketCount
            total -= buckets[current]
            buckets[current] = Counts()
            let end = start.advanced(by: bucketWidth)
            if now < end || end <= start {
                currentSpan = start..<max(start, end)
                return
            }
            start = end
        }
    }

    /// Forgets everything.
    mutating func empty() {
        for index in buckets.indices { buckets[index] = Counts() }
        total = Counts()
        currentSpan = nil
    }

    private mutating func begin(at now: Instant) {
        current = 0
        currentSpan = now..<max(now, now.advanced(by: bucketWidth))
    }
}
#endif
