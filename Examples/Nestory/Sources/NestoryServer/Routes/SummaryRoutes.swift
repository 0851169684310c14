import Hummingbird
import Inventory
import Service

/// `/api/summary`: totals by category and room.
struct SummaryRoutes<Context: RequestContext>: Sendable {
    @Service private var changes: any ItemChanges
    @Service private var summaries: any SummaryService

    init() {}

    func add(to routes: some RouterMethods<Context>) {
        routes.get("/api/summary", use: show)
        routes.refuseOthers("/api/summary", allowed: [.get])
    }

    @Sendable private func show(_ request: Request, _: Context) async throws -> Response {
        let summary = JSONValue(try await summaries.summary(in: try QueryText(request).currency))
        guard case .object(let members) = summary else { return .json(summary) }
        // They are not in the totals.
        let kept = JSONValue.Member(name: "kept_changes", value: JSONValue(countOf: try await changes.kept()))
        return .json(.object(members + [kept]))
    }
}
