import CoreMetrics
import HTTPTypes
import Hummingbird
import PrometheusText
import Service

/// Counts requests, and measures how long they take, by method, address and answer.
///
/// Labels are bounded whatever clients send: a method that the program does not have is `other`, an address `NotFound`.
struct RequestMetricsMiddleware<Context: RequestContext>: RouterMiddleware {
    private static var methods: Set<String> { ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"] }

    @Service private var registry: PrometheusRegistry

    init() {}

    func handle(
        _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        do {
            let response = try await next(request, context)
            count(request, context, status: String(response.status.code), start)
            return response
        } catch {
            // Nobody gets an answer: the client has gone, or the server stops.
            count(request, context, status: "none", start)
            throw error
        }
    }

    private func count(_ request: Request, _ context: Context, status: String, _ start: ContinuousClock.Instant) {
        let method = Self.methods.contains(request.method.rawValue) ? request.method.rawValue : "other"
        let labels = [("method", method), ("route", context.endpointPath ?? "other")]
        registry.makeCounter(label: "http_requests_total", dimensions: labels + [("status", status)]).increment(by: 1)
        let took = (ContinuousClock.now - start).components
        registry.makeTimer(label: "http_request_duration_seconds", dimensions: labels)
            .recordNanoseconds(took.seconds * 1_000_000_000 + took.attoseconds / 1_000_000_000)
    }
}
