import Inventory
import NestoryPages
import Testing

@Suite struct ReportPageTests {
    private static func report(
        _ items: [Item], in currency: Currency = .euro, rates: ExchangeRates?
    ) throws -> InsuranceReport {
        try InsuranceReport(items, in: currency, rates: rates, made: #require(Timestamp("2026-11-20T12:00:00Z")))
    }

    private static func page(
        _ items: [Item], in currency: Currency = .euro, withRates: Bool = true,
        place: ReportPage.Place = .served(currencies: [.euro])
    ) throws -> String {
        let rates = try ShippedRates().rates()
        let report = try report(items, in: currency, rates: withRates ? rates : nil)
        return try NestoryPages().report(ReportPage(report, place: place))
    }

    @Test func `the page shows every item with room, category, serial number, day and price, and the totals`() throws {
        let page = try Self.page([
            Household.item(
                "Lamp",
                [
                    .room: "Study", .category: "Light", .serialNumber: "SN-1", .purchaseDate: "2024-02-03",
                    .purchasePrice: "12.50", .currency: "EUR", .quantity: "2",
                ]),
            Household.item("Gift", [.room: "Study"]),
        ])
        for text in [
            "<h2 dir=\"auto\">Study</h2>", "colspan=\"4\" dir=\"auto\">Light</th>", "Together €25.00", ">Lamp<",
            ">SN-1<",
            "<time datetime=\"2024-02-03\">3 Feb 2024</time>", ">€12.50<", ">€25.00<", "2 items · 1 has no price",
            "Rates of 31 Dec 2024, as shipped with Nestory", "Made on 20 Nov 2026", ">no price<",
        ] { #expect(page.contains(text), "\(text)") }
    }

    @Test func `without rates the page says which part is missing, and shows the rest`() throws {
        let page = try Self.page(
            [Household.item("Lamp", [.purchasePrice: "12.50", .currency: "EUR"])], withRates: false)
        #expect(page.contains("The totals in EUR are missing, as there are no exchange rates just now."))
        #expect(page.contains(">Lamp<") && page.contains("<dt>As it was paid</dt><dd>€12.50</dd>"))
        #expect(!page.contains("What it all cost"))
    }

    @Test func `a currency without a rate is named`() throws {
        let dong = try #require(Currency("VND"))
        let lamp = try Household.item("Lamp", [.purchasePrice: "12.50", .currency: "EUR"])
        let page = try Self.page([lamp], in: dong)
        #expect(page.contains("The totals in VND are missing, as there is no exchange rate for it."))
        #expect(page.contains("<option value=\"VND\" selected>VND</option>"))
        let euros = try Self.page(
            [lamp, Household.item("Rice", [.purchasePrice: "700", .currency: "VND"])])
        #expect(euros.contains("Not included, as there is no rate: VND\u{A0}700"))
    }

    @Test func `a file of its own needs nothing else, and the served page no exception from the policy`() throws {
        let lamp = try Household.item("Lamp", [.purchasePrice: "12.50", .currency: "EUR"])
        let file = try Self.page([lamp], place: .file)
        #expect(file.contains("<style>") && file.contains("default-src 'none'; style-src 'unsafe-inline'"))
        #expect(file.firstMatch(of: /(href|src|action)=/) == nil)
        let served = try Self.page([lamp])
        #expect(!served.contains("<style") && served.contains("href=\"/assets/report.css\""))
        for page in [file, served] { #expect(!page.contains("<script") && !page.contains("style=")) }
    }

    @Test func `it is made for paper too`() throws {
        let css = try #require(ResourceTests.files("css")["report.css"])
        for rule in [
            "@media print", "@page", "break-inside: avoid", "table-header-group", ".screen-only { display: none; }",
        ] {
            #expect(css.contains(rule), "\(rule)")
        }
    }

    @Test(arguments: EscapingTests.hostile)
    func `what people typed never becomes markup`(_ text: String) throws {
        func pages(_ text: String) throws -> [String] {
            let item = try Household.item(
                text,
                [
                    .category: text, .room: text, .serialNumber: text, .notes: text, .purchasePrice: "1",
                    .currency: "EUR",
                ])
            return [try Self.page([item]), try Self.page([item], place: .file)]
        }
        for (page, same) in zip(try pages(text), try pages("-")) {
            for mark in ["<", ">", "\"", "'"] as [Unicode.Scalar] {
                let count = page.unicodeScalars.count { $0 == mark }
                #expect(count == same.unicodeScalars.count { $0 == mark }, "\(mark) of \(text) reaches the page")
            }
        }
    }

    @Test func `items that are not those of now say from when they are, on paper too`() throws {
        let report = try Self.report([Household.item("Lamp")], rates: nil)
        let asOf = try #require(Timestamp("2026-11-19T08:30:00Z"))
        let page = try NestoryPages().report(ReportPage(report, place: .served(currencies: []), asOf: asOf))
        #expect(page.contains("<p class=\"note\">You see what was known at"))
        #expect(try !Self.page([]).contains("You see what was known"))
    }

    @Test func `an empty inventory says so`() throws {
        #expect(try Self.page([]).contains("There is nothing in the inventory yet."))
    }

    @Test func `no text shows a placeholder or a key`() throws {
        let lamp = try Household.item("Lamp", [.purchasePrice: "12.50", .currency: "EUR"])
        for page in [try Self.page([lamp]), try Self.page([lamp], withRates: false), try Self.page([])] {
            #expect(page.firstMatch(of: /[{}]/) == nil)
            #expect(page.firstMatch(of: />\s*[a-z]+_[a-z_]+\s*</) == nil)
        }
    }
}
