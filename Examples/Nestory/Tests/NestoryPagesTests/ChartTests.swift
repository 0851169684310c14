import Inventory
import NestoryPages
import Testing

@Suite struct ChartTests {
    static func sum(_ category: String, _ room: String, _ minorUnits: Int128, in currency: Currency? = .euro)
        -> ItemSum
    {
        ItemSum(
            category: category, room: room, currency: currency, items: 2, quantity: 3, minorUnits: minorUnits)
    }

    @Test func `a bar tells name, amount, count and share in words`() throws {
        let summary = try Household.summary([
            Self.sum("Art & Craft", "Hall", 75_000), Self.sum("", "Study", 25_000), Self.sum("Toys", "", 40),
        ])
        let page = try Household.page([try Household.item("Lamp")], summary: summary)
        #expect(page.contains("<strong id=\"total\">€1,000.40</strong>"))
        #expect(
            page.contains(
                "<span class=\"bar-name\" dir=\"auto\">Art &amp; Craft</span> <span class=\"bar-amount\">€750.00</span>"
            ))
        #expect(page.contains("<rect class=\"bar-fill\" width=\"100.0%\""))
        #expect(page.contains("<span class=\"bar-detail\">2 items · 75%</span>"))
        #expect(page.contains("<rect class=\"bar-fill\" width=\"33.3%\""))
        #expect(page.contains("<span class=\"bar-detail\">2 items · below 1%</span>"))
        #expect(page.contains(">No category</span>"))
        #expect(page.contains(">No room</span>"))
    }

    @Test func `a bar filters the list, and does not where it is chosen already`() throws {
        let summary = try Household.summary([Self.sum("Art", "Hall", 1), Self.sum("Toys", "Hall", 1)])
        let page = try Household.page([], summary: summary, ["category": "Art", "query": "x"])
        #expect(page.contains("href=\"/?query=x\" data-swap aria-current=\"true\""))
        #expect(page.contains("href=\"/?query=x&amp;category=Toys\" data-swap>"))
        #expect(page.contains("href=\"/?query=x&amp;category=Art&amp;room=Hall\" data-swap>"))
    }

    @Test func `amounts without a rate are named beside the total`() throws {
        let dinar = try #require(Currency("KWD"))
        let summary = try Household.summary([
            Self.sum("Art", "Hall", 100), Self.sum("Art", "Hall", 1_234_500, in: dinar),
        ])
        let page = try Household.page([], summary: summary)
        #expect(page.contains("<strong id=\"total\">€1.00</strong>"))
        #expect(page.contains("Not included, as there is no rate: KWD\u{A0}1,234.500"))
    }

    @Test func `the largest amounts that there can be do not break the charts`() throws {
        let summary = try Household.summary([Self.sum("Art", "Hall", Int128.max / 1_000_000_000_000)])
        let page = try Household.page([], summary: summary)
        #expect(page.contains("width=\"100.0%\""))
        #expect(page.contains("2 items · 100%"))
    }

    @Test func `a household that cost nothing has bars without length`() throws {
        let summary = try Household.summary([Self.sum("Art", "Hall", 0, in: nil)])
        let page = try Household.page([], summary: summary)
        #expect(page.contains("2 items · 0%"))
        #expect(page.contains("2 have no price"))
    }
}
