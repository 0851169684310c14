import ServiceHealth

/// A fault to put into a service's calls.
public enum ChaosFault: Sendable, Equatable {
    /// The share of calls that fail, from 0 to 1.
    case error(Double)
    /// How many seconds each call takes longer.
    case latency(Double)

    /// The fault as pipelines know it.
    var fault: Fault {
        switch self {
        case .error(let rate): .error(InjectedFault(), rate: rate)
        case .latency(let seconds): .latency(.milliseconds(Int64((seconds * 1000).rounded())))
        }
    }
}
