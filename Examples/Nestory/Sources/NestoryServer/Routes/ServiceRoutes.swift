import Hummingbird
import Inventory
import NestoryServices
import Service

/// `/api/services`: how each of the program's services does.
struct ServiceRoutes<Context: RequestContext>: Sendable {
    @Service private var overview: ServiceOverview

    init() {}

    func add(to routes: some RouterMethods<Context>) {
        routes.get("/api/services") { _, _ in
            Response.json(JSONValue(services: overview.states, overview.statuses))
        }
        routes.refuseOthers("/api/services", allowed: [.get])
    }
}
