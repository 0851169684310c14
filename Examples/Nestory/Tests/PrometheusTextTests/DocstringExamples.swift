import Metrics
import PrometheusText

// The example of a docstring, which SnippetTests of the root package looks up here. It is compiled only: a process can
// bootstrap its metrics once.
private func start() -> String {
    let registry = PrometheusRegistry()
    MetricsSystem.bootstrap(registry)
    let text = registry.text
    return text
}
