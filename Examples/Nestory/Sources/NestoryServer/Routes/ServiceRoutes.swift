import Hummingbird
import Inventory
import NestoryPages
import NestoryServices
import Service

/// `/services` and `/api/services`: how each of the program's services does.
struct ServiceRoutes<Context: RequestContext>: Sendable {
    let pages: NestoryPages
    @Service private var changes: any ItemChanges
    @Service private var overview: ServiceOverview

    init(pages: NestoryPages) {
        self.pages = pages
    }

    func add(to routes: some RouterMethods<Context>) {
        routes.get("/services") { _, _ in
            Response.page(
                pages.services(ServicesPage(statuses: overview.statuses, kept: try await changes.kept())))
        }
        routes.get("/api/services") { _, _ in
            let kept = try await changes.kept()
            return Response.json(
                JSONValue(services: overview.states, overview.statuses, kept, words: pages.statusWords))
        }
        routes.refuseOthers("/api/services", allowed: [.get])
    }
}
