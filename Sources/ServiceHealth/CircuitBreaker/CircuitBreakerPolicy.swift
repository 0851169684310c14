#if Health
/// When a circuit opens, how long it stays open, and what closes it.
public struct CircuitBreakerPolicy: Sendable, Equatable {
    /// What opens a circuit.
    public enum Trip: Sendable, Equatable {
        /// A number of failures in a row, with no success between them.
        case consecutive(Int)
        /// A share of failed calls in a window of time, once there is a minimum number of calls. The circuit opens when
        /// the share of failures reaches `failure`, above 0 up to 1; `slow` adds a limit for calls that take too long.
        case rate(failure: Double, minimumCalls: Int, window: Duration, slow: SlowCalls? = nil)
    }

    /// When slow calls open a circuit.
    public struct SlowCalls: Sendable, Equatable {
        /// The share of slow calls, above 0 up to 1, that opens the circuit.
        public var rate: Double
        /// A call that takes longer than this is slow, whether it succeeds or fails.
        public var longerThan: Duration

        /// Creates a limit for slow calls.
        ///
        /// - Parameters:
        ///   - rate: The share of slow calls, above 0 up to 1, that opens the circuit.
        ///   - longerThan: The duration above which a call is slow.
        public init(rate: Double, longerThan: Duration) {
            self.rate = rate
            self.longerThan = longerThan
        }
    }

    /// What opens the circuit.
    public var trip: Trip
    /// How long it stays open the first time.
    public var openFor: Duration
    /// The limit up to which the open time doubles with every failed probe; nil if it stays the same.
    public var maximumOpenFor: Duration?
    /// The share, from 0 up to but not including 1, by which the open time varies at random in either direction, never
    /// beyond `maximumOpenFor`.
    public var jitter: Double
    /// The maximum number of calls that run at once while the circuit is half-open.
    public var probes: Int
    /// The number of probes that must succeed, with no failure between them, to close the circuit.
    public var successesToClose: Int

    /// Creates a policy. ``ResiliencePolicy/validate()`` rejects invalid values.
    ///
    /// - Parameters:
    ///   - trip: What opens the circuit.
    ///   - openFor: How long it stays open the first time.
    ///   - maximumOpenFor: The limit up to which the open time doubles; nil for no doubling.
    ///   - jitter: The share, from 0 up to but not including 1, by which the open time varies at random in either direction.
    ///   - probes: The maximum number of calls that run at once while the circuit is half-open.
    ///   - successesToClose: The number of probes that must succeed to close the circuit.
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
