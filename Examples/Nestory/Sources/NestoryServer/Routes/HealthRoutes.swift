import HTTPTypes
import Hummingbird
import Inventory
import Service

/// `/health`: whether the process lives, and whether it can do its work.
struct HealthRoutes<Context: RequestContext>: Sendable {
    @Service private var inventory: any InventoryService

    init() {}

    func add(to routes: some RouterMethods<Context>) {
        routes.get("/health", use: ready)
        routes.get("/health/ready", use: ready)
        routes.get("/health/live") { _, _ in Response.json(["status": "ok"]) }
        for path: RouterPath in ["/health", "/health/ready", "/health/live"] {
            routes.refuseOthers(path, allowed: [.get])
        }
    }

    @Sendable private func ready(_: Request, _: Context) async throws -> Response {
        _ = try await inventory.items(ItemQuery(limit: 0))
        return .json(["status": "ok"])
    }
}
