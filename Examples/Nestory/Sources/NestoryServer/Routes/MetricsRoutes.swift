import Hummingbird
import NIOCore
import PrometheusText
import Service

/// `/metrics`: what the program counts, for Prometheus.
struct MetricsRoutes<Context: RequestContext>: Sendable {
    @Service private var registry: PrometheusRegistry

    init() {}

    func add(to routes: some RouterMethods<Context>) {
        routes.get("/metrics") { _, _ in
            Response(
                status: .ok, headers: [.contentType: PrometheusRegistry.contentType],
                body: ResponseBody(byteBuffer: ByteBuffer(string: registry.text)))
        }
        routes.refuseOthers("/metrics", allowed: [.get])
    }
}
