import Hummingbird
import Inventory
import Logging
import NestoryPages
import NestoryServices
import Service

/// `/report`: the insurance report as a page that prints well.
struct ReportRoutes<Context: RequestContext>: Sendable {
    let pages: NestoryPages
    @Service private var reports: any ReportService
    @Service private var changes: any ItemChanges
    @Service private var currencies: any CurrencyService

    init(pages: NestoryPages) {
        self.pages = pages
    }

    func add(to routes: some RouterMethods<Context>) {
        routes.get("/report", use: show)
        routes.refuseOthers("/report", allowed: [.get])
    }

    @Sendable private func show(_ request: Request, _ context: Context) async throws -> Response {
        let currency = try QueryText(request).currency
        let report = try await reports.report(in: currency)
        let page = ReportPage(
            report, place: .served(currencies: try await choices(context)), asOf: AnswerAge.current?.asOf,
            kept: try await changes.kept())
        return .page(pages.report(page))
    }

    /// The currencies to choose from; without rates only the one that is shown, which the page adds.
    private func choices(_ context: Context) async throws -> [Currency] {
        do {
            return try await currencies.rates().currencies
        } catch {
            try Task.checkCancellation()
            context.logger.warning("A part of the report is missing.", metadata: ["error": "\(error)"])
            return []
        }
    }
}
