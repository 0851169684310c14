import HTTPTypes
import Inventory
import Testing

@testable import NestoryServer

@Suite struct ConcurrentChangesTests {
    private static func send(
        _ nestory: Nestory, _ method: HTTPRequest.Method, _ address: String, _ json: String? = nil,
        _ headers: HTTPFields
    ) async throws -> Nestory.Answer {
        try await nestory.send(
            method, address, json.map { Array($0.utf8) }, type: json == nil ? nil : "application/json",
            headers: headers)
    }

    private static var keyName: HTTPField.Name { get throws { try #require(HTTPField.Name("Idempotency-Key")) } }

    @Test func `an answer names the revision, and a change of another one gets the item as it is`() async throws {
        try await Nestory.run { nestory in
            let added = try await nestory.post(#"{"name": "Lamp"}"#)
            let address = try #require(added.headers[.location])
            #expect(added.headers[.eTag] == "\"1\"")
            let first = try await Self.send(nestory, .put, address, #"{"name": "Lantern"}"#, [.ifMatch: "\"1\""])
            #expect(first.status == 200 && first.headers[.eTag] == "\"2\"")
            let second = try await Self.send(nestory, .put, address, #"{"name": "Torch"}"#, [.ifMatch: "\"1\""])
            #expect(second.status == 412 && second.code == "conflict" && second.headers[.eTag] == "\"2\"")
            #expect(second.json?["item"] == first.json && second.json?["message"]?.text?.isEmpty == false)
            #expect(try await Self.send(nestory, .delete, address, nil, [.ifMatch: "\"1\""]).status == 412)
            #expect(try await Self.send(nestory, .delete, address, nil, [.ifMatch: "W/\"2\""]).status == 412)
            #expect(try await Self.send(nestory, .delete, address, nil, [.ifMatch: "2"]).status == 412)
            #expect(try await Self.send(nestory, .delete, address, nil, [.ifMatch: "\"1\", W/\"2\""]).status == 412)
            let shown = try await nestory.get(address)
            #expect(shown.headers[.eTag] == "\"2\"" && shown.json == first.json)
            // Without the header, or with any, the last writer wins.
            #expect(try await Self.send(nestory, .put, address, #"{"name": "Torch"}"#, [:]).headers[.eTag] == "\"3\"")
            #expect(try await Self.send(nestory, .put, address, #"{"name": "T"}"#, [.ifMatch: "*"]).status == 200)
            #expect(try await Self.send(nestory, .delete, address, nil, [.ifMatch: "\"4\""]).status == 204)
        }
    }

    @Test func `a list of tags matches when one of them is the item's`() async throws {
        try await Nestory.run { nestory in
            let address = try #require(try await nestory.post(#"{"name": "Lamp"}"#).headers[.location])
            let cases: [(String, Int)] = [
                ("\"7\", \"1\"", 200), ("\"1\",, \"2\" ,\"3\"", 200), ("\"1,2,3\"", 412), ("\"x\", \"9\"", 412),
                ("\"03\", \"3\"", 200),
            ]
            for (list, status) in cases {
                let answer = try await Self.send(nestory, .put, address, #"{"name": "Torch"}"#, [.ifMatch: list])
                #expect(answer.status == status, "\(list)")
            }
            var twice = HTTPFields()
            twice.append(HTTPField(name: .ifMatch, value: "\"1\""))
            twice.append(HTTPField(name: .ifMatch, value: "\"4\""))
            #expect(try await Self.send(nestory, .delete, address, nil, twice).status == 204)
        }
    }

    @Test(
        arguments: [
            (nil, nil), ("*", nil), (" * ", nil), ("\"2\"", [2]), ("\"2\",\"3\"", [2, 3]), ("W/\"2\"", []), ("2", []),
            ("\"02\"", []), ("\"+2\"", []), ("\"a,\", \"4\"", [4]), ("\"4", []), ("", []), ("*, \"5\"", [5]),
        ] as [(String?, [Int]?)])
    func `the revisions of If-Match`(header: String?, revisions: [Int]?) {
        #expect(IfMatch(header).revisions == revisions)
    }

    @Test func `a request with a key is answered again, and done once`() async throws {
        try await Nestory.run { nestory in
            let key: HTTPFields = [try Self.keyName: "\"8e03978e-40d5-43dd-bc93-6894a57f9324\""]
            let first = try await Self.send(nestory, .post, "/api/items", #"{"name": "Lamp"}"#, key)
            let second = try await Self.send(nestory, .post, "/api/items", #"{"name": "Lamp"}"#, key)
            #expect(first.status == 201 && second.status == 201 && second.json == first.json)
            #expect(second.headers[.location] == first.headers[.location])
            #expect(try await nestory.count() == "1")
            let other = try await Self.send(nestory, .post, "/api/items", #"{"name": "Chair"}"#, key)
            #expect(other.status == 422 && other.code == "key_reused")

            let address = try #require(first.headers[.location])
            let edit: HTTPFields = [try Self.keyName: "edit", .ifMatch: "\"1\""]
            for _ in 0..<2 {
                let edited = try await Self.send(nestory, .put, address, #"{"name": "Lantern"}"#, edit)
                #expect(edited.status == 200 && edited.headers[.eTag] == "\"2\"")
            }
            for _ in 0..<2 {
                #expect(try await Self.send(nestory, .delete, address, nil, [try Self.keyName: "gone"]).status == 204)
            }
            #expect(try await Self.send(nestory, .delete, address, nil, [:]).status == 404)
            let empty = try await Self.send(nestory, .post, "/api/items", #"{"name": "a"}"#, [try Self.keyName: "a b"])
            #expect(empty.status == 400 && empty.code == "bad_header")
        }
    }

    @Test func `an import with a key is answered again, and done once`() async throws {
        try await Nestory.run { nestory in
            let key: HTTPFields = [try Self.keyName: "spring"]
            func bringIn(_ csv: String) async throws -> Nestory.Answer {
                try await nestory.send(.post, "/api/import", Array(csv.utf8), type: "text/csv", headers: key)
            }
            #expect(try await bringIn("name\n\"\"\n").status == 422)
            let first = try await bringIn("name,id\nLamp,\nLamp,\n")
            let second = try await bringIn("name,id\nLamp,\nLamp,\n")
            #expect(first.status == 200 && second.json == first.json)
            let other = try await bringIn("name\nChair\n")
            #expect(other.status == 422 && other.code == "key_reused")
            #expect(try await nestory.count() == first.json?["imported"]?.text)
        }
    }

    private static func form(_ nestory: Nestory, _ address: String, _ body: String) async throws -> Nestory.Answer {
        try await nestory.send(.post, address, Array(body.utf8), type: "application/x-www-form-urlencoded")
    }

    @Test func `a form of an older revision comes back with what was typed and what is stored`() async throws {
        try await Nestory.run { nestory in
            _ = try await nestory.post(
                #"{"id": "7d444840-9dc0-11d1-b245-5ffdce74fad2", "name": "Lamp", "room": "Hall"}"#)
            let address = "/items/7d444840-9dc0-11d1-b245-5ffdce74fad2"
            #expect(try await nestory.get("\(address)/edit").text.contains(#"name="revision" value="1""#))
            #expect(try await Self.form(nestory, address, "name=Theirs&room=Hall&revision=1").status == 303)
            let refused = try await Self.form(nestory, address, "name=Mine&room=Hall&revision=1")
            #expect(refused.status == 412)
            #expect(refused.text.contains(#"name="revision" value="2""#))
            #expect(refused.text.contains(#"value="Mine""#) && refused.text.contains("<q dir=\"auto\">Theirs</q>"))
            #expect(refused.text.contains("Somebody changed this item"))
            #expect(try await Self.form(nestory, address, "name=Mine&room=Hall&revision=2").status == 303)

            let kept = try await Self.form(nestory, "\(address)/delete", "revision=2")
            #expect(kept.status == 412 && kept.text.contains(#"name="revision" value="3""#))
            #expect(kept.text.contains("it is now “Mine”"))
            #expect(try await Self.form(nestory, "\(address)/delete", "revision=3").status == 303)
        }
    }

    @Test func `a form that is sent twice adds one item`() async throws {
        try await Nestory.run { nestory in
            let page = try await nestory.get("/items/new").text
            let key = try #require(page.firstMatch(of: /name="key" value="([^"]+)"/)?.1)
            for _ in 0..<2 {
                #expect(try await Self.form(nestory, "/items", "name=Lamp&key=\(key)").status == 303)
            }
            #expect(try await nestory.count() == "1")
            #expect(try await Self.form(nestory, "/items", "name=Chair&key=\(key)").status == 303)
            #expect(try await nestory.count() == "2")
        }
    }

    @Test func `what was deleted or imported is taken back`() async throws {
        try await Nestory.run { nestory in
            let imported = try await nestory.importCSV("name\nLamp\nChair\n")
            let batch = try #require(imported.json?["import"]?.text)
            let item = try #require(try await nestory.get("/api/items").json?["items"]?.values.first)
            let id = item["id"]?.text ?? ""
            #expect(try await nestory.send(.delete, "/api/items/\(id)").status == 204)
            #expect(try await nestory.get("/api/trash").json?["items"]?.values.first?["item"] == item)
            let restored = try await nestory.send(.post, "/api/trash/\(id)/restore")
            #expect(restored.status == 200 && restored.json == item && restored.headers[.eTag] == "\"2\"")
            #expect(try await nestory.send(.post, "/api/trash/\(id)/restore").status == 404)
            let undone = try await nestory.send(.post, "/api/imports/\(batch)/undo")
            #expect(undone.json?["removed"] == .number("2"))
            #expect(try await nestory.count() == "0")
        }
    }
}
