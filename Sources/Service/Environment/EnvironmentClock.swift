/// The clock of an environment, as time since the clock was handed over.
///
/// Opens the existential once, so that what it returns has a known size.
final class EnvironmentClock: Sendable {
    static let continuous = EnvironmentClock(ContinuousClock())

    private let elapsed: @Sendable () -> Duration

    init(_ clock: some Clock<Duration>) {
        let start = clock.now
        elapsed = { start.duration(to: clock.now) }
    }

    /// The present time. A clock is not ours: not to be called under a lock.
    var now: Duration { elapsed() }
}
