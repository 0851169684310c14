#if OUTBOX
/// A clock of any kind, opened once. Its instants are the time since then.
struct OutboxClock: Sendable {
    struct Instant: InstantProtocol, Sendable {
        let offset: Swift.Duration

        func advanced(by duration: Swift.Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Swift.Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private let elapsed: @Sendable () -> Duration
    private let sleepUntil: @Sendable (Duration) async throws -> Void

    init(_ clock: any Clock<Duration>) {
        self.init(opening: clock)
    }

    private init<Base: Clock<Duration>>(opening clock: Base) {
        let start = clock.now
        elapsed = { start.duration(to: clock.now) }
        sleepUntil = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
    }

    var now: Instant { Instant(offset: elapsed()) }

    /// Sleeps until an instant, and for 100 years at most.
    func sleep(until instant: Instant) async throws {
        // No clock of the system can sleep for what does not fit its instants.
        try await sleepUntil(min(instant.offset, elapsed() + .seconds(Int64(3_155_760_000))))
    }
}
#endif
