#if Health
/// When a call must be over, and the limit that says so.
struct Deadline: Sendable, Equatable {
    let instant: MonotonicInstant
    /// What a call that passes it is told.
    let limit: Duration

    init(limit: Duration, from now: MonotonicInstant) {
        instant = now.advanced(by: limit)
        self.limit = limit
    }

    /// The one that comes first.
    static func nearer(_ first: Deadline?, _ second: Deadline) -> Deadline {
        guard let first, first.instant <= second.instant else { return second }
        return first
    }
}
#endif
