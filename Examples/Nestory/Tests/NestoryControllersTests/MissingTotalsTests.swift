import Inventory
import NestoryControllers
import Observation
import ServicePresentation
import ServiceTesting
import TestDoubles
import Testing

/// What a page shows while its totals are late or fail.
@MainActor @Suite struct MissingTotalsTests {
    private struct Broken: Error {}

    private let summaries = MockSummaries()
    private let found = Result<ItemPage, any Error>.success(ItemPage(items: [], total: 7))

    init() { summaries.stub.summary.holds() }

    private static func totals() throws -> InventorySummary {
        try InventorySummary([], in: .euro, rates: try ShippedRates().rates())
    }

    @Test(
        arguments: [
            SummaryError.noRate(.euro), SummaryError.tooLarge, InventoryError.busy, Broken(), CancellationError(),
        ] as [any Error])
    func `without totals the items are shown, no error is, and the next look may bring them`(error: any Error)
        async throws
    {
        let desk = try Desk(summaries: summaries)
        let (session, connection) = try desk.page()
        session.perform(.show(Desk.request("lamp")))
        try await desk.inventory.next().answer(found)
        try await summaries.stub.summary.next().fails(error)
        let shown = try await desk.until(connection) { !$0.inventory.isSearching }.inventory
        #expect(shown.contents?.items.total == 7 && shown.contents?.summary == nil)
        #expect(shown.error == nil && shown.contents?.currencies.contains(.euro) == true)
        session.perform(.show(Desk.request("lamp")))
        try await desk.inventory.next().answer(found)
        let totals = try Self.totals()
        try await summaries.stub.summary.next().returns(totals)
        try await desk.until(connection) { $0.inventory.contents?.summary == totals }
        #expect(summaries.stub.summary.calls == [.euro, .euro])
    }

    @Test func `a search that is given up while its totals are late leaves what was there`() async throws {
        let desk = try Desk(summaries: summaries)
        let (session, connection) = try desk.page()
        session.perform(.show(Desk.request("first")))
        try await desk.inventory.next().answer(found)
        try await summaries.stub.summary.next().returns(try Self.totals())
        let before = try await desk.until(connection) { !$0.inventory.isSearching }.inventory.contents
        session.perform(.show(Desk.request("second")))
        try await desk.inventory.next().answer(found)
        let late = try await summaries.stub.summary.next()
        session.perform(.cancelSearch)
        try await late.waitForCancellation()
        #expect(before?.summary != nil && session.snapshot.inventory.contents == before)
        #expect(!session.snapshot.inventory.isSearching && session.snapshot.inventory.error == nil)
    }
}
