import CoreMetrics
import Synchronization

/// A number that only grows.
final class PrometheusCounter: PrometheusSeries, CounterHandler, FloatingPointCounterHandler {
    private let total = Mutex(0.0)

    func increment(by amount: Int64) { increment(by: Double(amount)) }

    func increment(by amount: Double) {
        // What goes down is no counter.
        guard amount > 0, amount.isFinite else { return }
        total.withLock { $0 += amount }
    }

    func reset() { total.withLock { $0 = 0 } }

    func append(to text: inout String, name: String, labels: String) {
        text += Self.line(name, labels, PrometheusFormat.number(total.withLock { $0 }))
    }
}
