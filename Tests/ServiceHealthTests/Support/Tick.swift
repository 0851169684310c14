#if Health
/// A point in time in milliseconds: quick to count with, and not a type of the library.
struct Tick: InstantProtocol, Sendable {
    var milliseconds: Int

    func advanced(by duration: Duration) -> Tick {
        Tick(milliseconds: milliseconds + Int(duration / .milliseconds(1)))
    }

    func duration(to other: Tick) -> Duration { .milliseconds(other.milliseconds - milliseconds) }

    static func < (lhs: Tick, rhs: Tick) -> Bool { lhs.milliseconds < rhs.milliseconds }
}

extension Tick {
    static func ms(_ milliseconds: Int) -> Tick { Tick(milliseconds: milliseconds) }
}
#endif
