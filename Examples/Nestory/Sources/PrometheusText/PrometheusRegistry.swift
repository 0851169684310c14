import CoreMetrics
import Synchronization

/// Collects metrics of swift-metrics and writes them in Prometheus' text format.
///
/// ```swift
/// let registry = PrometheusRegistry()
/// MetricsSystem.bootstrap(registry)
/// let text = registry.text
/// ```
///
/// Counters are counters; gauges and meters are gauges; timers are histograms in seconds, recorders that aggregate are
/// histograms of their values. A metric keeps its kind: the same name with another kind is counted nowhere.
public final class PrometheusRegistry: Sendable {
    /// The media type of ``text``.
    public static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    /// The most series that one metric may have. A label that takes ever new values must not fill the memory.
    public static let seriesLimit = 500

    private struct Family {
        let kind: PrometheusKind
        var series: [String: any PrometheusSeries] = [:]
    }

    private let families = Mutex<[String: Family]>([:])
    private let help: [String: String]

    /// Makes a collection without metrics.
    ///
    /// - Parameter help: What metrics mean, by name.
    public init(help: [String: String] = [:]) {
        self.help = help
    }

    /// All metrics, by name.
    public var text: String {
        var text = ""
        for (name, family) in families.withLock({ $0 }).sorted(by: { $0.key < $1.key }) {
            if let help = help[name] { text += "# HELP \(name) \(PrometheusFormat.help(help))\n" }
            text += "# TYPE \(name) \(family.kind.rawValue)\n"
            for (labels, series) in family.series.sorted(by: { $0.key < $1.key }) {
                series.append(to: &text, name: name, labels: labels)
            }
        }
        return text
    }

    /// Returns the series of a name and labels, made on first use.
    ///
    /// - Returns: nil where the name has another kind, or too many series.
    func series<Series: PrometheusSeries>(
        _ name: String, _ labels: [(String, String)], _ kind: PrometheusKind, make: () -> Series
    ) -> Series? {
        let name = PrometheusFormat.name(name)
        let text = PrometheusFormat.labels(labels)
        return families.withLock { families in
            var family = families[name] ?? Family(kind: kind)
            guard family.kind == kind else { return nil }
            if let known = family.series[text] { return known as? Series }
            guard family.series.count < Self.seriesLimit else { return nil }
            let series = make()
            family.series[text] = series
            families[name] = family
            return series
        }
    }
}
