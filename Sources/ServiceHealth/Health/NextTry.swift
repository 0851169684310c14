#if Health
/// When the live service of a degraded service is tried again.
enum NextTry: Sendable, Equatable, Comparable {
    /// With the next call.
    case withNextCall
    /// With the first call after this time.
    case after(Duration)
    /// Not before somebody closes the circuit by hand.
    case byHand
}

/// Something that decides when calls of a service are made again: a circuit.
protocol TryScheduling: AnyObject, Sendable {
    /// Nil where calls are made as usual.
    var nextTry: NextTry? { get }
}
#endif
