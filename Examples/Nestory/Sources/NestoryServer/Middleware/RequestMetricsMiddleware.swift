import HTTPTypes
import Hummingbird
import Metrics
import Service

/// Counts requests, and measures how long they take, by method, address and answer.
///
/// Labels are bounded whatever clients send: a method that the program does not have is `other`, an address `NotFound`.
struct RequestMetricsMiddleware<Context: RequestContext>: RouterMiddleware {
    private static var methods: Set<String> { ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"] }

    @Service private var metrics: any MetricsFactory

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
        Counter(label: "http_requests_total", dimensions: labels + [("status", status)], factory: metrics).increment()
        Timer(label: "http_request_duration_seconds", dimensions: labels, factory: metrics)
            .record(duration: ContinuousClock.now - start)
    }
}
