#if Health
/// Says when a circuit opens, how long it stays open, and what closes it.
public struct CircuitBreakerPolicy: Sendable, Equatable {
    /// Says what opens a circuit.
    public enum Trip: Sendable, Equatable {
        /// This many failures with no success between them.
        case consecutive(Int)
        /// A share of the calls in a window of time, from a number of calls on. `failure` is the share of
        /// failures, above 0 up to 1, that trips; `slow` adds a limit for calls that take too long.
        case rate(failure: Double, minimumCalls: Int, window: Duration, slow: SlowCalls? = nil)
    }

    /// Says when slow calls open a circuit.
    public struct SlowCalls: Sendable, Equatable {
        /// The share of slow calls, above 0 up to 1, that trips.
        public var rate: Double
        /// A call that takes longer than this is slow, whether it succeeds or fails.
        public var longerThan: Duration

        /// Makes a limit for slow calls.
        ///
        /// - Parameters:
        ///   - rate: The share of slow calls, above 0 up to 1, that trips.
        ///   - longerThan: The time from which a call is slow.
        public init(rate: Double, longerThan: Duration) {
            self.rate = rate
            self.longerThan = longerThan
        }
    }

    /// What opens the circuit.
    public var trip: Trip
    /// How long it stays open the first time.
    public var openFor: Duration
    /// Where this is set, the open time doubles with every failed probe, up to this; else it stays the same.
    public var maximumOpenFor: Duration?
    /// The share, from 0 up to 1, by which the open time varies at random to either side. `maximumOpenFor` is
    /// never passed.
    public var jitter: Double
    /// How many calls run at once while the circuit is half-open.
    public var probes: Int
    /// How many probes must succeed, with no failure between them, to close the circuit.
    public var successesToClose: Int

    /// Makes a policy. ``ResiliencePolicy/validate()`` says what values are refused.
    ///
    /// - Parameters:
    ///   - trip: What opens the circuit.
    ///   - openFor: How long it stays open the first time.
    ///   - maximumOpenFor: Where the doubling of the open time ends, or nil for no doubling.
    ///   - jitter: The share, from 0 up to 1, by which the open time varies at random to either side.
    ///   - probes: How many calls run at once while the circuit is half-open.
    ///   - successesToClose: How many probes must succeed to close the circuit.
    public init(
        trip: Trip, openFor: Duration, maximumOpenFor: Duration? = nil, jitter: Double = 0, probes: Int = 1,
        successesToClose: Int = 1
    ) {
        self.trip = trip
        self.openFor = openFor
        self.maximumOpenFor = maximumOpenFor
        self.jitter = jitter
        self.probes = probes
        self.successesToClose = successesToClose
    }
}
#endif
