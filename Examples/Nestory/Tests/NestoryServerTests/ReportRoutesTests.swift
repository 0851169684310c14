import HTTPTypes
import Testing

@Suite struct ReportRoutesTests {
    @Test func `the report is a page with its own stylesheet`() async throws {
        try await Nestory.run { nestory in
            let added = try await nestory.post(
                #"{"name": "Lamp", "purchase_price": "10.00", "currency": "USD", "serial_number": "SN-7"}"#)
            #expect(added.status == 201)
            let page = try await nestory.get("/report?currency=USD")
            #expect(page.status == 200 && page.headers[.contentType] == "text/html; charset=utf-8")
            #expect(page.text.contains("SN-7") && page.text.contains("<dd class=\"total\">$10.00</dd>"))
            #expect(try await nestory.get("/assets/report.css").status == 200)
        }
    }

    @Test func `a currency that is none is refused`() async throws {
        try await Nestory.run { nestory in
            let answer = try await nestory.get("/report?currency=XXX")
            #expect(answer.status == 400 && answer.code == "bad_query")
        }
    }

    @Test func `only reading is allowed`() async throws {
        try await Nestory.run { nestory in
            let answer = try await nestory.send(.post, "/report")
            #expect(answer.status == 405 && answer.headers[.allow] == "GET")
        }
    }

    @Test func `the page of the inventory leads to it`() async throws {
        try await Nestory.run { nestory in
            let home = try await nestory.get("/")
            #expect(home.text.contains("href=\"/report\""))
        }
    }
}
