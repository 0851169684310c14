import HTTPTypes
import Hummingbird
import Inventory
import NIOCore
import Service
import ServiceHealth

/// `/health`: whether the process lives, and whether it can do its work.
struct HealthRoutes<Context: RequestContext>: Sendable {
    @Service private var checks: HealthChecks

    init() {}

    func add(to routes: some RouterMethods<Context>) {
        routes.get("/health") { _, _ in await report(.readiness) }
        routes.get("/health/ready") { _, _ in await report(.readiness) }
        routes.get("/health/live") { _, _ in await report(.liveness) }
        for path: RouterPath in ["/health", "/health/ready", "/health/live"] {
            routes.refuseOthers(path, allowed: [.get])
        }
    }

    private func report(_ kind: HealthChecks.Kind) async -> Response {
        let report = await checks.report(kind)
        return Response(
            status: HTTPResponse.Status(code: report.httpStatus),
            headers: [.contentType: HealthReport.contentType],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: report.json())))
    }
}
