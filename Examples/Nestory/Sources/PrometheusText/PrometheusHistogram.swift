import CoreMetrics
import Synchronization

/// How often values lay below each of some bounds, with their sum and count.
final class PrometheusHistogram: PrometheusSeries, TimerHandler, RecorderHandler {
    private struct State {
        var counts: [UInt64]
        var sum = 0.0
        var count: UInt64 = 0
    }

    /// Bounds for times in seconds, from half a millisecond to half a minute.
    static let times = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
    /// Bounds for values of any kind.
    static let values = [0, 1, 2, 5, 10, 100, 1000, 10_000, 100_000, 1_000_000.0]

    private let bounds: [Double]
    private let state: Mutex<State>

    /// - Parameter bounds: In ascending order.
    init(bounds: [Double]) {
        self.bounds = bounds
        state = Mutex(State(counts: Array(repeating: 0, count: bounds.count)))
    }

    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1_000_000_000) }
    func record(_ value: Int64) { record(Double(value)) }

    func record(_ value: Double) {
        guard value.isFinite else { return }
        let index = bounds.firstIndex { value <= $0 }
        state.withLock { state in
            if let index { state.counts[index] += 1 }
            state.sum += value
            state.count += 1
        }
    }

    func append(to text: inout String, name: String, labels: String) {
        let state = state.withLock { $0 }
        let prefix = labels.isEmpty ? "" : labels + ","
        var below: UInt64 = 0
        for (bound, count) in zip(bounds, state.counts) {
            below += count
            text += Self.line("\(name)_bucket", prefix + "le=\"\(PrometheusFormat.number(bound))\"", String(below))
        }
        text += Self.line("\(name)_bucket", prefix + "le=\"+Inf\"", String(state.count))
        text += Self.line("\(name)_sum", labels, PrometheusFormat.number(state.sum))
        text += Self.line("\(name)_count", labels, String(state.count))
    }
}
