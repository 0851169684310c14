import Inventory
import NestoryPages
import Testing

@Suite struct InventoryPageTests {
    @Test(arguments: [
        ("1234567.5", "EUR", "€1,234,567.50"), ("180000", "JPY", "¥180,000"), ("999.99", "GBP", "£999.99"),
        ("286.5", "KWD", "KWD\u{A0}286.500"), ("1000", "CHF", "CHF\u{A0}1,000.00"), ("0", "USD", "$0.00"),
        ("1000000000000", "EUR", "€1,000,000,000,000.00"),
    ])
    func `money is written for people and stays exact`(
        _ price: String, _ currency: String, _ expected: String
    ) throws {
        let page = try Household.page([
            try Household.item("Thing", [.purchasePrice: price, .currency: currency])
        ])
        #expect(page.contains("<span class=\"value\">\(expected)</span>"))
    }

    @Test func `several pieces show what they cost together and each`() throws {
        let page = try Household.page(
            [try Household.item("Chair", [.purchasePrice: "0.10", .currency: "EUR", .quantity: "3"])])
        #expect(page.contains("€0.30</span><span class=\"each\">3 at €0.10</span>"))
    }

    @Test(arguments: [
        ("2026-11-19", "over", "Warranty ended 19 Nov 2026"), ("2026-11-20", "soon", "Warranty ends today"),
        ("2026-11-21", "soon", "Warranty ends tomorrow"), ("2026-12-20", "soon", "Warranty ends in 30 days"),
        ("2026-12-21", "running", "Warranty until 21 Dec 2026"),
    ])
    func `a warranty that ends within thirty days is pointed out`(
        _ day: String, _ state: String, _ text: String
    ) throws {
        let page = try Household.page([try Household.item("Thing", [.warrantyUntil: day])])
        #expect(page.contains("<span class=\"warranty \(state)\">\(text)</span>"))
    }

    @Test(
        arguments: [
            ("0", 120, nil, "/?offset=50", "1–50 of 120"), ("50", 120, "/", "/?offset=100", "51–100 of 120"),
            ("100", 120, "/?offset=50", nil, "101–120 of 120"),
            // Behind the end: back to the last page that there is.
            ("5000", 120, "/?offset=100", nil, "120–120 of 120"),
        ] as [(String, Int, String?, String?, String)])
    func `pages are linked to their neighbours`(
        _ offset: String, _ total: Int, _ previous: String?, _ next: String?, _ range: String
    ) throws {
        let start = min(Int(offset) ?? 0, total)
        let items = try (start..<min(start + 50, total)).map { try Household.item("Thing \($0)") }
        let page = try Household.page(items, total: total, ["offset": offset])
        #expect(page.contains("<p>\(range)</p>"))
        #expect(page.contains("rel=\"prev\"") == (previous != nil))
        #expect(page.contains("rel=\"next\"") == (next != nil))
        if let previous { #expect(page.contains("rel=\"prev\" href=\"\(previous)\"")) }
        if let next { #expect(page.contains("rel=\"next\" href=\"\(next)\"")) }
    }

    @Test(arguments: ["-1", "x", "99999999999999999999", "1e3", ""])
    func `an offset that makes no sense leads to the first page`(_ offset: String) {
        #expect(PageAddress { $0 == "offset" ? offset : nil }.query.offset == 0)
    }

    @Test func `blank filters do not filter and unknown words are passed over`() {
        let address = PageAddress { ["query": "  ", "room": "", "currency": "XXX", "notice": "robbed"][$0] }
        #expect(address.query == ItemQuery())
        #expect(address.currency == .euro)
        #expect(address.notice == nil)
    }

    @Test func `a chosen room that is gone can still be seen and taken back`() throws {
        let page = try Household.page(places: ItemPlaces(categories: [], rooms: ["Study"]), ["room": "Attic"])
        #expect(page.contains("<option value=\"Attic\" selected>Attic</option>"))
        #expect(page.contains("No item fits these filters."))
    }

    @Test func `an empty inventory and a search without result differ`() throws {
        #expect(try Household.page().contains("empty-inventory"))
        let page = try Household.page([], ["query": "zebra"])
        #expect(page.contains("No item fits “zebra” and the filters"))
        #expect(!page.contains("empty-inventory"))
    }

    @Test func `without totals the page still shows the items`() throws {
        let page = try Household.page([try Household.item("Lamp")], summary: nil)
        #expect(page.contains("The total cannot be worked out just now."))
        #expect(page.contains(">Lamp</a>"))
    }
}
