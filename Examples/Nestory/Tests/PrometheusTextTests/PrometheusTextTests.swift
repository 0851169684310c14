import Metrics
import Testing

@testable import PrometheusText

@Suite struct PrometheusTextTests {
    private let registry = PrometheusRegistry(help: ["requests_total": "Requests,\nby \\method"])

    private func lines(_ prefix: String) -> [String] {
        registry.text.split(separator: "\n").map(String.init).filter { $0.hasPrefix(prefix) }
    }

    @Test func `a counter says its meaning and kind once, and each series`() {
        for method in ["POST", "GET", "GET"] {
            Counter(label: "requests_total", dimensions: [("method", method)], factory: registry).increment()
        }
        #expect(
            registry.text == """
                # HELP requests_total Requests,\\nby \\\\method
                # TYPE requests_total counter
                requests_total{method="GET"} 2
                requests_total{method="POST"} 1

                """)
    }

    @Test func `a counter never goes down`() {
        let counter = FloatingPointCounter(label: "sum_total", factory: registry)
        counter.increment(by: 1.5)
        counter.increment(by: -1)
        counter.increment(by: Double.nan)
        #expect(lines("sum_total") == ["sum_total 1.5"])
    }

    @Test func `a gauge shows the last value`() {
        let gauge = Gauge(label: "state", factory: registry)
        gauge.record(3)
        gauge.record(0.5)
        #expect(registry.text == "# TYPE state gauge\nstate 0.5\n")
    }

    @Test func `a meter goes up and down`() {
        let meter = Meter(label: "active", factory: registry)
        meter.increment(by: 3)
        meter.decrement(by: 1)
        #expect(lines("active") == ["active 2"])
    }

    @Test func `a timer is a histogram in seconds, its buckets cumulative and the last one infinite`() throws {
        let timer = Timer(label: "took_seconds", dimensions: [("route", "/")], factory: registry)
        for milliseconds in [1, 3, 40, 60_000] { timer.recordMilliseconds(milliseconds) }
        let buckets = lines("took_seconds_bucket")
        #expect(buckets.count == PrometheusHistogram.times.count + 1)
        #expect(buckets.contains(#"took_seconds_bucket{route="/",le="0.001"} 1"#))
        #expect(buckets.contains(#"took_seconds_bucket{route="/",le="0.005"} 2"#))
        #expect(buckets.contains(#"took_seconds_bucket{route="/",le="30"} 3"#))
        #expect(buckets.last == #"took_seconds_bucket{route="/",le="+Inf"} 4"#)
        let counts = buckets.compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
        #expect(counts == counts.sorted())
        #expect(lines("took_seconds_count") == [#"took_seconds_count{route="/"} 4"#])
        #expect(lines("took_seconds_sum") == [#"took_seconds_sum{route="/"} 60.044"#])
        #expect(lines("# TYPE") == ["# TYPE took_seconds histogram"])
    }

    @Test func `label values are escaped, and nothing else of them is changed`() {
        let value = "a\\b\"c\nd ä🪑"
        Counter(label: "c", dimensions: [("v", value)], factory: registry).increment()
        #expect(lines("c{") == [#"c{v="a\\b\"c\nd ä🪑"} 1"#])
    }

    @Test(arguments: [
        ("http.server.requests", "http_server_requests"), ("9lives", "_9lives"), ("größe", "gr__e"), ("", "_"),
        ("ok:name_1", "ok:name_1"),
    ])
    func `names hold only what the format allows`(label: String, name: String) {
        #expect(PrometheusFormat.name(label) == name)
        #expect(PrometheusFormat.name("a:b", isLabel: true) == "a_b")
    }

    @Test(arguments: [
        (0.0, "0"), (-2, "-2"), (1e21, "1e+21"), (0.25, "0.25"), (.infinity, "+Inf"), (-.infinity, "-Inf"),
        (.nan, "NaN"),
    ])
    func `numbers are written as the format wants them`(number: Double, text: String) {
        #expect(PrometheusFormat.number(number) == text)
    }

    @Test func `the same name with another kind is counted nowhere, rather than writing a file that cannot be read`() {
        Counter(label: "x", factory: registry).increment()
        Gauge(label: "x", factory: registry).record(7)
        #expect(registry.text == "# TYPE x counter\nx 1\n")
    }

    @Test func `a label of ever new values ends somewhere`() {
        for number in 0..<(PrometheusRegistry.seriesLimit + 100) {
            Counter(label: "many_total", dimensions: [("id", String(number))], factory: registry).increment()
        }
        #expect(lines("many_total{").count == PrometheusRegistry.seriesLimit)
    }

    @Test func `labels come once each, and none takes the place of a histogram's own`() {
        Timer(label: "t", dimensions: [("a", "1"), ("a", "2"), ("le", "x")], factory: registry).recordSeconds(1)
        #expect(lines("t_count") == [#"t_count{a="2",exported_le="x"} 1"#])
    }
}
