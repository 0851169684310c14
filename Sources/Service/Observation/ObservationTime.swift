/// A point in time, for the durations of events.
///
/// The clock's own instants have no fixed layout outside their module, which would slow down every frame that may hold
/// one.
struct ObservationTime {
    private let sinceStart: Duration

    private static let start = ContinuousClock.now

    /// The present time.
    init() {
        sinceStart = ContinuousClock.now - Self.start
    }

    /// The time that went by since.
    var elapsed: Duration { ObservationTime().sinceStart - sinceStart }
}
