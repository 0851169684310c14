import Foundation
import HTTPTypes
import Inventory
import Testing

/// The page of deleted items, and deleting several at once without a script.
@Suite struct TrashRoutesTests {
    private static func form(_ nestory: Nestory, _ address: String, _ body: String = "") async throws -> Nestory.Answer
    {
        try await nestory.send(.post, address, Array(body.utf8), type: "application/x-www-form-urlencoded")
    }

    private static func add(_ name: String, _ nestory: Nestory) async throws -> String {
        try #require(try await nestory.post(#"{"name": "\#(name)"}"#).json?["id"]?.text)
    }

    @Test func `a deleted item is listed, and brought back`() async throws {
        try await Nestory.run { nestory in
            #expect(try await nestory.get("/trash").text.contains("Nothing was deleted in the last 30 days."))
            let id = try await Self.add("Lamp", nestory)
            #expect(try await nestory.send(.delete, "/api/items/\(id)").status == 204)
            let page = try await nestory.get("/trash")
            #expect(
                page.status == 200 && page.text.contains(">Lamp</h2>") && page.text.contains("/trash/\(id)/restore"))
            #expect(page.text.contains(#"aria-label="Bring back “Lamp”""#))
            #expect(try await nestory.get("/trash", headers: [.acceptLanguage: "zh"]).text.contains("恢复“Lamp”"))
            let back = try await Self.form(nestory, "/trash/\(id)/restore")
            #expect(back.status == 303 && back.headers[.location] == "/?notice=restored")
            #expect(try await nestory.get("/?notice=restored").text.contains(">Brought back.</div>"))
            #expect(try await nestory.get("/api/items/\(id)").status == 200)
            #expect(try await Self.form(nestory, "/trash/\(id)/restore").status == 404)
            #expect(try await nestory.get("/").text.contains(#"href="/trash""#))
        }
    }

    @Test func `an item whose id is taken again stays in the trash, in words`() async throws {
        try await Nestory.run { nestory in
            let id = try await Self.add("Lamp", nestory)
            #expect(try await nestory.send(.delete, "/api/items/\(id)").status == 204)
            #expect(try await nestory.post(#"{"name": "Other", "id": "\#(id)"}"#).status == 201)
            let refused = try await Self.form(nestory, "/trash/\(id)/restore")
            #expect(refused.status == 409 && refused.text.contains(#"role="alert">"#) && refused.text.contains("Lamp"))
        }
    }

    @Test func `several items are deleted at once, each only as it was shown`() async throws {
        try await Nestory.run { nestory in
            let (lamp, chair) = (try await Self.add("Lamp", nestory), try await Self.add("Chair", nestory))
            #expect(try await nestory.get("/").text.contains(#"name="item" value="\#(lamp):1""#))
            let both = try await Self.form(nestory, "/items/delete", "item=\(lamp)%3A1&item=\(chair)%3A1")
            #expect(both.status == 303 && both.headers[.location] == "/?notice=deleted")
            #expect(try await nestory.count() == "0")

            let (table, sofa) = (try await Self.add("Table", nestory), try await Self.add("Sofa", nestory))
            let other = Array(#"{"name": "Bench"}"#.utf8)
            #expect(
                try await nestory.send(.put, "/api/items/\(table)", other, type: "application/json").status == 200)
            let one = try await Self.form(nestory, "/items/delete", "item=\(table):1&item=\(sofa):1")
            #expect(one.status == 200 && one.text.contains("1 item deleted. 1 could not be deleted."))
            #expect(try await nestory.get("/api/items/\(table)").json?["name"]?.text == "Bench")
            #expect(try await Self.form(nestory, "/items/delete").headers[.location] == "/")
            #expect(try await Self.form(nestory, "/items/delete", "item=nonsense").status == 400)
        }
    }

    @Test func `a selection with a mistake in it, or with too many items, deletes nothing`() async throws {
        try await Nestory.run { nestory in
            let lamp = try await Self.add("Lamp", nestory)
            let tooMany = (0..<1000).map { _ in "item=\(UUID().uuidString):1" }.joined(separator: "&")
            for rest in ["item=garbage", "item=\(lamp)", "item=\(lamp):x", tooMany] {
                let refused = try await Self.form(nestory, "/items/delete", "item=\(lamp):1&\(rest)")
                #expect(refused.status == 400 && refused.code == "bad_query")
                #expect(try await nestory.count() == "1")
            }
        }
    }
}
