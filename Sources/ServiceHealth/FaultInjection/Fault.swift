#if Health
/// A fault to inject into calls, to test how the program reacts.
///
/// ```swift
/// pipeline.inject([.latency(.seconds(2), rate: 0.1), .error(URLError(.timedOut))])
/// pipeline.inject([])
/// ```
public struct Fault: Sendable {
    enum Effect: Sendable {
        case error(any Error)
        case latency(Duration)
    }

    let effect: Effect
    let rate: Double

    /// Creates a fault that throws instead of making the call.
    ///
    /// - Parameters:
    ///   - error: The error to throw. If the call cannot throw it, the call is made as usual, which is logged.
    ///   - rate: The share of calls, from 0 to 1, that it affects. Values outside of this range are clamped.
    public static func error(_ error: any Error, rate: Double = 1) -> Fault {
        Fault(effect: .error(error), rate: min(max(rate, 0), 1))
    }

    /// Creates a fault that delays the call.
    ///
    /// - Parameters:
    ///   - duration: The delay, on the pipeline's clock.
    ///   - rate: The share of calls, from 0 to 1, that it affects. Values outside of this range are clamped.
    public static func latency(_ duration: Duration, rate: Double = 1) -> Fault {
        Fault(effect: .latency(duration), rate: min(max(rate, 0), 1))
    }
}
#endif
