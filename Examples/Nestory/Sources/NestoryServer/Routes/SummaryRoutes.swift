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
        let code = try QueryText(request)["currency"] ?? ""
        guard let currency = code.isEmpty ? .euro : Currency(code) else {
            throw APIError.badQuery("Expected “currency” to be a currency of ISO 4217 such as EUR.")
        }
        return .json(JSONValue(try await summaries.summary(in: currency)))
    }
}
