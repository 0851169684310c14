/// What a metric is, in the words of the format.
enum PrometheusKind: String, Sendable {
    case counter, gauge, histogram
}
