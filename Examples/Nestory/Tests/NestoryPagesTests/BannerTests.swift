import Inventory
import NestoryPages
import Testing

@Suite struct BannerTests {
    private static func page(_ troubles: ServiceStatus...) throws -> String {
        try NestoryPages { troubles }.inventory(
            InventoryPage(
                address: PageAddress { _ in nil }, items: ItemPage(items: [], total: 0),
                places: ItemPlaces(categories: [], rooms: []), summary: nil, currencies: [.euro],
                today: #require(Household.today)))
    }

    @Test func `a damaged inventory is told with its newest copy, and the last known items are offered`() throws {
        let made = try #require(Timestamp(milliseconds: 1_790_000_000_000))
        let copy = Backup(made: made, name: "nestory-1.db", size: 4096, items: 20)
        let page = try Self.page(
            ServiceStatus(
                service: "inventory", isWorking: false, isReplaced: true, refusesChanges: true, asOf: made,
                newestCopy: copy))
        #expect(page.contains("The newest copy is of "))
        #expect(page.contains(", with 20 items; “nestory restore” puts it in place."))
        #expect(page.contains(#"<a href="/api/export.csv" download>Take the last known items along as a file</a>"#))
    }

    @Test func `nothing is offered while the totals alone are missing`() throws {
        let page = try Self.page(ServiceStatus(service: "summary", isWorking: false))
        #expect(page.contains(#"<p class="banner">"#) && !page.contains("/api/export.csv\" download>Take"))
    }
}
