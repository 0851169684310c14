import Inventory
import Testing

@Suite struct SummaryRoutesTests {
    @Test func `totals are exact, by category and room, with the date of the rates`() async throws {
        try await Nestory.run { nestory in
            let csv = """
                name,category,room,quantity,purchase_price,currency
                Lamp,Light,Hall,3,0.10,EUR
                Chair,Seats,Hall,1,10.39,USD
                Coin,,Safe,1,1.234,KWD
                Sock,,,7,,

                """
            #expect(try await nestory.importCSV(csv).status == 200)
            let summary = try #require(try await nestory.get("/api/summary?currency=EUR").json)
            // 10.39 dollars are 10.0009… euros.
            #expect(summary["total"] == .string("10.30") && summary["items"] == .number("4"))
            #expect(summary["quantity"] == .number("12") && summary["unpriced"] == .number("1"))
            #expect(summary["categories"]?.values.map { $0["name"]?.text } == ["Seats", "Light", ""])
            #expect(summary["categories"]?.values.map { $0["total"]?.text } == ["10.00", "0.30", "0.00"])
            #expect(summary["rooms"]?.values.map { $0["total"]?.text } == ["10.30", "0.00", "0.00"])
            #expect(
                summary["unconverted"] == .array([["currency": .string("KWD"), "total": .string("1.234")]]))
            #expect(
                summary["rates_date"] == .string("2024-12-31")
                    && summary["rates_source"] == .string("shipped"))
        }
    }

    @Test func `the dearest inventory there can be is added up exactly`() async throws {
        try await Nestory.run { nestory in
            let line = "x,1000000,1000000000000,CLF,"
            let csv =
                "name,quantity,purchase_price,currency,serial_number\n"
                + (0..<2000).map { "\(line)\($0)\n" }.joined()
            #expect(try await nestory.importCSV(csv).status == 200)
            let summary = try await nestory.get("/api/summary?currency=CLF")
            #expect(summary.json?["total"]?.text == "2000000000000000000000.0000")
        }
    }

    @Test func `a currency that is none or has no rate is refused`() async throws {
        try await Nestory.run { nestory in
            #expect(try await nestory.importCSV("name,purchase_price,currency\na,1,EUR\n").status == 200)
            #expect(try await nestory.get("/api/summary?currency=GOLD").code == "bad_query")
            let answer = try await nestory.get("/api/summary?currency=KWD")
            #expect(answer.status == 422 && answer.code == "no_rate")
        }
    }
}
