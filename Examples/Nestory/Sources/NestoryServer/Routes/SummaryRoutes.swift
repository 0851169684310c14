import Hummingbird
import Inventory
import Service

/// `/api/summary`: totals by category and room.
struct SummaryRoutes<Context: RequestContext>: Sendable {
    @Service private var summaries: any SummaryService

    init() {}

    func add(to routes: some RouterMethods<Context>) {
        routes.get("/api/summary", use: show)
        routes.refuseOthers("/api/summary", allowed: [.get])
    }

    @Sendable private func show(_ request: Request, _: Context) async throws -> Response {
        .json(JSONValue(try await summaries.summary(in: try QueryText(request).currency)))
    }
}
