import HTTPTypes
import Hummingbird
import Inventory
import Testing

@Suite struct PageRoutesTests {
    private func form(_ nestory: Nestory, _ address: String, _ body: String) async throws -> Nestory.Answer {
        try await nestory.send(.post, address, Array(body.utf8), type: "application/x-www-form-urlencoded")
    }

    @Test(arguments: [
        "/", "/?query=lamp&category=x&room=y&offset=50&currency=JPY",
        "/?offset=-1&limit=x&currency=GOLD&notice=nothing",
        "/?query=%FF", "/?query=%", "/?currency=KWD", "/import", "/items/new",
    ])
    func `a page is shown, whatever its address asks for`(address: String) async throws {
        try await Nestory.run { nestory in
            _ = try await nestory.post(#"{"name": "Lamp", "purchase_price": 5, "currency": "EUR"}"#)
            let page = try await nestory.get(address)
            #expect(page.status == 200)
            #expect(page.headers[.contentType] == "text/html; charset=utf-8")
            #expect(page.text.hasPrefix("<!doctype html>"))
        }
    }

    @Test func `a browser without a script adds, edits and deletes an item`() async throws {
        try await Nestory.run { nestory in
            let added = try await form(
                nestory, "/items", "name=L%C3%A4mp+1&quantity=2&purchase_price=5&currency=EUR&notes=a%0D%0Ab")
            #expect(added.status == 303 && added.headers[.location] == "/?notice=added")
            let item = try #require(try await nestory.get("/api/items").json?["items"]?.values.first)
            #expect(item["name"] == .string("Lämp 1") && item["notes"] == .string("a\nb"))
            let address = "/items/\(item["id"]?.text ?? "")"
            #expect(try await nestory.get("\(address)/edit").text.contains("Lämp 1"))
            #expect(try await nestory.get("\(address)/delete").text.contains("Lämp 1"))

            let saved = try await form(nestory, address, "name=Lantern")
            #expect(saved.status == 303 && saved.headers[.location] == "/?notice=saved")
            #expect(try await nestory.get("/api\(address)").json?["name"] == .string("Lantern"))

            let deleted = try await form(nestory, "\(address)/delete", "")
            #expect(deleted.status == 303 && deleted.headers[.location] == "/?notice=deleted")
            #expect(try await nestory.count() == "0")
        }
    }

    @Test func `a form with an error comes back with what was typed`() async throws {
        try await Nestory.run { nestory in
            let page = try await form(nestory, "/items", "name=&room=Hall+%3Cb%3E&quantity=many")
            #expect(page.status == 422)
            #expect(page.text.contains("Hall &lt;b&gt;") && page.text.contains("many"))
            #expect(page.text.contains("Expected a whole number"))
            #expect(try await nestory.count() == "0")
        }
    }

    @Test(arguments: ["colour=red&name=a", "name=%FF", "name=%4"])
    func `a form that is not ours is refused`(body: String) async throws {
        try await Nestory.run { nestory in
            let answer = try await form(nestory, "/items", body)
            #expect(answer.status == 400)
            #expect(try await nestory.count() == "0")
        }
    }

    @Test func `an address that leads nowhere is a page for people`() async throws {
        try await Nestory.run { nestory in
            for address in [
                "/nowhere", "/items/1/edit", "/items/7d444840-9dc0-11d1-b245-5ffdce74fad2/edit", "/assets/x",
            ] {
                let page = try await nestory.get(address, headers: [.accept: "text/html,*/*"])
                #expect(page.status == 404 && page.text.hasPrefix("<!doctype html>"))
            }
            #expect(
                try await nestory.get("/api/nowhere", headers: [.accept: "text/html"]).code == "not_found")
        }
    }

    @Test func `a file that a browser has is not sent again`() async throws {
        try await Nestory.run { nestory in
            let first = try await nestory.get("/assets/nestory.css")
            let tag = try #require(first.headers[.eTag])
            #expect(first.status == 200 && first.headers[.contentType] == "text/css; charset=utf-8")
            let second = try await nestory.get("/assets/nestory.css", headers: [.ifNoneMatch: tag])
            #expect(second.status == 304 && second.text.isEmpty)
            #expect(
                try await nestory.get("/assets/nestory.css", headers: [.ifNoneMatch: "\"other\""]).status
                    == 200)
        }
    }
}
