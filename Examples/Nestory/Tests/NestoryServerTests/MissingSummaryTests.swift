import HTTPTypes
import Inventory
import NestoryServices
import Service
import ServiceTesting
import TestDoubles
import Testing

/// The totals fail, and everything else works.
@Suite struct MissingSummaryTests {
    private struct Broken: Error { let secret = "SELECT secret FROM item" }

    @Test(
        arguments: [
            (SummaryError.noRate(.euro), 422, "no_rate"), (SummaryError.tooLarge, 422, "too_large_a_sum"),
            (InventoryError.busy, 503, "busy"), (MoneyError.negative, 503, "analytics_unavailable"),
            (Broken(), 503, "analytics_unavailable"),
        ] as [(any Error, Int, String)])
    func `the list works, and says that its totals are missing`(error: any Error, status: Int, code: String)
        async throws
    {
        let summaries = MockSummaries()
        summaries.stub.summary.fails(error)
        let replace: (ServiceEnv) -> Void = { $0.register((any SummaryService).self, name: .live) { summaries } }
        try await Nestory.run(replacing: replace) { nestory in
            #expect(try await nestory.post(#"{"name": "Lamp"}"#).status == 201)
            let answer = try await nestory.get("/api/summary?currency=EUR")
            #expect(answer.status == status && answer.code == code && !answer.text.contains("secret"))
            let page = try await nestory.get("/?currency=JPY", headers: [.accept: "text/html"])
            #expect(page.status == 200 && page.text.contains("Lamp") && page.text.contains("cannot be worked out"))
            #expect(!page.text.contains("secret"))
            #expect(try await nestory.get("/api/items").json?["total"]?.text == "1")
            #expect(summaries.stub.summary.calls.map(\.code) == ["EUR", "JPY"])
        }
    }

    @Test func `only what is no answer about the totals counts as a failure of theirs`() async throws {
        let summaries = MockSummaries()
        let replace: (ServiceEnv) -> Void = { $0.register((any SummaryService).self, name: .live) { summaries } }
        try await Nestory.run(replacing: replace) { (nestory: Nestory) async throws in
            summaries.stub.summary.fails(SummaryError.tooLarge)
            for _ in 0..<4 { #expect(try await nestory.get("/api/summary").status == 422) }
            #expect(summaries.stub.summary.callCount == 4)
            summaries.stub.summary.fails(Broken())
            for _ in 0..<4 { #expect(try await nestory.get("/api/summary").status == 503) }
            #expect(summaries.stub.summary.callCount == 7)
        }
    }
}
