import Inventory
import Testing

/// Filters by price and day, and what the items that are shown cost.
@Suite struct FilterTests {
    private static let csv = """
        name,purchase_price,currency,purchase_date,quantity
        Lamp,12.50,EUR,2024-01-10,2
        Watch,1300,JPY,2025-06-01,1
        Chair,99.99,EUR,2025-12-31,1
        Coin,1.500,KWD,,1
        Stone,,,,1

        """

    private static func names(_ nestory: Nestory, _ query: String) async throws -> [String] {
        try await nestory.get("/api/items?\(query)").json?["items"]?.values.compactMap { $0["name"]?.text } ?? []
    }

    @Test func `prices and days are filtered, whatever the currency`() async throws {
        try await Nestory.run { nestory in
            let imported = try await nestory.importCSV(Self.csv)
            #expect(imported.status == 200)
            let cases: [(String, [String])] = [
                ("price_from=12.5&price_to=1300", ["Chair", "Lamp", "Watch"]), ("price_to=1.5", ["Coin"]),
                ("price_from=99.991", ["Watch"]), ("bought_from=2025-01-01", ["Chair", "Watch"]),
                ("bought_from=2024-01-10&bought_to=2024-01-10", ["Lamp"]),
                ("bought_to=2025-06-01&price_from=100", ["Watch"]),
            ]
            for (query, expected) in cases {
                #expect(try await Self.names(nestory, query) == expected, "\(query)")
            }
            for query in ["price_from=x", "price_from=2&price_to=1", "bought_from=2025", "price_to=-1", "order=down"] {
                #expect(try await nestory.get("/api/items?\(query)").status == 400, "\(query)")
            }
        }
    }

    @Test func `a search of more than 200 characters is refused, and says nothing of the inventory`() async throws {
        try await Nestory.run { nestory in
            #expect(try await nestory.importCSV(Self.csv).status == 200)
            let tooLong = Array(repeating: "a", count: 1000).joined(separator: "+")
            for _ in 0..<5 {
                let answer = try await nestory.get("/api/items?query=\(tooLong)")
                #expect(answer.status == 400 && answer.code == "bad_query")
            }
            let longest = try await nestory.get("/api/items?query=" + String(repeating: "a+", count: 100))
            #expect(longest.status == 200 && longest.json?["as_of"] == .null)
            #expect(longest.json?["total"]?.text == "3")
        }
    }

    @Test func `the total covers the items that are found, also those on other pages`() async throws {
        try await Nestory.run { nestory in
            #expect(try await nestory.importCSV(Self.csv).status == 200)
            let found = try await nestory.get("/api/items?price_from=1&limit=1").json
            #expect(found?["total"]?.text == "4")
            let paid = found?["paid"]?.values.map { "\($0["currency"]?.text ?? "") \($0["amount"]?.text ?? "")" }
            #expect(paid == ["EUR 124.99", "JPY 1300", "KWD 1.500"])
            #expect(try await nestory.get("/api/items").json?["paid"] == .null)
            #expect(try await nestory.get("/api/items").json?["kept"] == .number("0"))
            let page = try await nestory.get("/?query=lamp").text
            #expect(page.contains(#"class="shown-total">What these cost: €25.00</p>"#))
            let filtered = try await nestory.get("/?price_from=50&price_to=100&bought_from=2025-01-01").text
            #expect(filtered.contains(#"name="price_from" type="text" inputmode="decimal" value="50""#))
            #expect(filtered.contains(#"name="bought_from" type="date" value="2025-01-01""#))
            #expect(filtered.contains("1 item matches") && filtered.contains("price_to=100"))
        }
    }
}
