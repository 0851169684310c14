public import CoreMetrics

extension PrometheusRegistry: MetricsFactory {
    /// Returns the counter of a name and labels.
    public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        series(label, dimensions, .counter) { PrometheusCounter() } ?? NOOPMetricsHandler.instance
    }

    /// Returns the counter of a name and labels.
    public func makeFloatingPointCounter(
        label: String, dimensions: [(String, String)]
    ) -> any FloatingPointCounterHandler {
        series(label, dimensions, .counter) { PrometheusCounter() } ?? NOOPMetricsHandler.instance
    }

    /// Returns the gauge of a name and labels.
    public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        series(label, dimensions, .gauge) { PrometheusGauge() } ?? NOOPMetricsHandler.instance
    }

    /// Returns the gauge of a name and labels, or a histogram where values are to be added up.
    public func makeRecorder(
        label: String, dimensions: [(String, String)], aggregate: Bool
    ) -> any RecorderHandler {
        if aggregate {
            return series(label, dimensions, .histogram) { PrometheusHistogram(bounds: PrometheusHistogram.values) }
                ?? NOOPMetricsHandler.instance
        }
        return series(label, dimensions, .gauge) { PrometheusGauge() } ?? NOOPMetricsHandler.instance
    }

    /// Returns the histogram, in seconds, of a name and labels.
    public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        series(label, dimensions, .histogram) { PrometheusHistogram(bounds: PrometheusHistogram.times) }
            ?? NOOPMetricsHandler.instance
    }

    /// Does nothing: a counter that is made again goes on where it was.
    public func destroyCounter(_ handler: any CounterHandler) {}
    /// Does nothing: a counter that is made again goes on where it was.
    public func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) {}
    /// Does nothing: the last value stays.
    public func destroyMeter(_ handler: any MeterHandler) {}
    /// Does nothing: the last value stays.
    public func destroyRecorder(_ handler: any RecorderHandler) {}
    /// Does nothing: a timer that is made again goes on where it was.
    public func destroyTimer(_ handler: any TimerHandler) {}
}
