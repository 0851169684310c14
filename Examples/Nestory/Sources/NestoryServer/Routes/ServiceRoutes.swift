import Hummingbird
import Inventory
import NestoryPages
import NestoryServices
import Service

/// `/services` and `/api/services`: how each of the program's services does.
struct ServiceRoutes<Context: RequestContext>: Sendable {
    let pages: NestoryPages
    @Service private var overview: ServiceOverview

    init(pages: NestoryPages) {
        self.pages = pages
    }

    func add(to routes: some RouterMethods<Context>) {
        routes.get("/services") { _, _ in Response.page(pages.services(ServicesPage(statuses: overview.statuses))) }
        routes.get("/api/services") { _, _ in
            Response.json(JSONValue(services: overview.states, overview.statuses, words: pages.statusWords))
        }
        routes.refuseOthers("/api/services", allowed: [.get])
    }
}
