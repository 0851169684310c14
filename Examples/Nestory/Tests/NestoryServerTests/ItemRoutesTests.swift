import HTTPTypes
import Inventory
import Testing

@Suite struct ItemRoutesTests {
    private static let lamp = """
        {"name": "Lamp", "category": "Light", "room": "Hall", "quantity": 2, "purchase_price": "12.50", "currency": "EUR",
         "purchase_date": "2020-02-29", "serial_number": "=1+1", "warranty_until": "2026-12-01", "notes": "two\\nlines 🪑"}
        """

    @Test func `an item is added, shown, replaced and removed`() async throws {
        try await Nestory.run { nestory in
            let added = try await nestory.post(Self.lamp)
            #expect(added.status == 201)
            let item = try #require(added.json)
            let address = try #require(added.headers[.location])
            #expect(address == "/api/items/\(item["id"]?.text ?? "")")
            #expect(item["purchase_price"] == .string("12.50") && item["quantity"] == .number("2"))
            #expect(item["notes"] == .string("two\nlines 🪑") && item["updated_at"] == .string(Nestory.now))
            #expect(item.names == ItemField.allCases.map(\.rawValue))
            #expect(try await nestory.get(address).json == item)

            let replaced = try await nestory.send(
                .put, address,
                Array(#"{"name": "Lantern", "quantity": 3, "purchase_price": 7.5, "currency": "chf"}"#.utf8),
                type: "application/json; charset=utf-8")
            #expect(replaced.status == 200)
            #expect(replaced.json?["id"] == item["id"] && replaced.json?["room"] == .null)
            #expect(
                replaced.json?["purchase_price"] == .string("7.50")
                    && replaced.json?["currency"] == .string("CHF"))
            #expect(try await nestory.get(address).json == replaced.json)

            let removed = try await nestory.send(.delete, address)
            #expect(removed.status == 204 && removed.text.isEmpty)
            #expect(try await nestory.get(address).code == "not_found")
            #expect(try await nestory.send(.delete, address).status == 404)
        }
    }

    @Test func `what was shown can be put back as it is`() async throws {
        try await Nestory.run { nestory in
            let item = try #require(try await nestory.post(Self.lamp).json)
            let put = try await nestory.send(
                .put, "/api/items/\(item["id"]?.text ?? "")", item.bytes, type: "application/json")
            #expect(put.status == 200 && put.json == item)
        }
    }

    @Test func `an id of one's own is kept, and refused the second time`() async throws {
        try await Nestory.run { nestory in
            let json = #"{"id": "7D444840-9DC0-11D1-B245-5FFDCE74FAD2", "name": "Lamp"}"#
            #expect(
                try await nestory.post(json).json?["id"] == .string("7d444840-9dc0-11d1-b245-5ffdce74fad2"))
            let second = try await nestory.post(json)
            #expect(second.status == 409 && second.code == "already_exists")
            #expect(try await nestory.count() == "1")
        }
    }

    @Test func `items are found by words, category and room, a page at a time`() async throws {
        try await Nestory.run { nestory in
            let csv =
                "name,category,room,notes\nKüchenlampe,Light,Kitchen,\nLamp,Light,Hall,from KÖLN\n100%,Odd,Hall,a_b\n椅子,Odd,,\n"
            #expect(try await nestory.importCSV(csv).status == 200)
            func names(_ query: String) async throws -> [String?] {
                try await nestory.get("/api/items?\(query)").json?["items"]?.values.map { $0["name"]?.text }
                    ?? []
            }
            #expect(try await names("query=KUCHEN") == ["Küchenlampe"])
            #expect(try await names("query=koln+lamp") == ["Lamp"])
            #expect(try await names("query=lamp") == ["Küchenlampe", "Lamp"])
            #expect(try await names("query=%25") == ["100%"])
            #expect(try await names("query=a_") == ["100%"])
            #expect(try await names("query=%E6%A4%85") == ["椅子"])
            #expect(try await names("query=nothing").isEmpty)
            #expect(try await names("query=%27%3B+DROP+TABLE+item%3B--").isEmpty)
            #expect(try await names("category=Light&room=Hall") == ["Lamp"])
            #expect(try await names("category=light").isEmpty)
            #expect(try await names("limit=2&offset=1") == ["Küchenlampe", "Lamp"])
            let page = try await nestory.get("/api/items?limit=1&query=lamp").json
            #expect(page?["total"] == .number("2") && page?["items"]?.values.count == 1)
        }
    }

    static let badItems: [(json: String, status: Int, code: String, fields: [String])] = [
        ("{}", 422, "invalid_item", ["name"]),
        (#"{"name": ""}"#, 422, "invalid_item", ["name"]),
        (#"{"name": null}"#, 422, "invalid_item", ["name"]),
        (#"{"name": 5}"#, 422, "invalid_item", ["name"]),
        (#"{"name": ["a"]}"#, 422, "invalid_item", ["name"]),
        (#"{"name": "a", "colour": "red"}"#, 422, "invalid_item", ["colour"]),
        (#"{"name": "a", "quantity": 0}"#, 422, "invalid_item", ["quantity"]),
        (#"{"name": "a", "quantity": 1e3}"#, 422, "invalid_item", ["quantity"]),
        (#"{"name": "a", "quantity": 1.5}"#, 422, "invalid_item", ["quantity"]),
        (#"{"name": "a", "quantity": true}"#, 422, "invalid_item", ["quantity"]),
        (#"{"name": "a", "quantity": 99999999999999999999999999}"#, 422, "invalid_item", ["quantity"]),
        (
            #"{"name": "a", "purchase_price": 1e308, "currency": "EUR"}"#, 422, "invalid_item",
            ["purchase_price"]
        ),
        (#"{"name": "a", "purchase_price": -1, "currency": "EUR"}"#, 422, "invalid_item", ["purchase_price"]),
        (
            #"{"name": "a", "purchase_price": 0.001, "currency": "EUR"}"#, 422, "invalid_item",
            ["purchase_price"]
        ),
        (#"{"name": "a", "purchase_price": "5"}"#, 422, "invalid_item", ["currency"]),
        (
            #"{"name": "a", "currency": "XXX", "purchase_date": "2026-02-30"}"#, 422, "invalid_item",
            ["currency", "purchase_date"]
        ),
        (#"{"name": "a\u0000b"}"#, 422, "invalid_item", ["name"]),
        (#"{"id": "1", "name": "a"}"#, 422, "invalid_item", ["id"]),
        ("", 400, "bad_json", []), ("null", 400, "bad_json", []), ("[]", 400, "bad_json", []),
        ("{", 400, "bad_json", []),
        (#"{"name": "a", "name": "b"}"#, 400, "bad_json", []), (#"{"name": "\uD800"}"#, 400, "bad_json", []),
        (#"{"name": "a"} x"#, 400, "bad_json", []), (#"{"name": NaN}"#, 400, "bad_json", []),
        (String(repeating: "[", count: 100_000), 400, "bad_json", []),
    ]

    @Test(arguments: badItems) func `an item that is wrong is refused in words, and nothing changes`(
        json: String, status: Int, code: String, fields: [String]
    ) async throws {
        try await Nestory.run { nestory in
            let answer = try await nestory.post(json)
            #expect(answer.status == status && answer.code == code, "\(answer.text)")
            #expect(answer.json?["errors"]?.names ?? [] == fields)
            #expect(answer.json?["message"]?.text?.isEmpty == false)
            #expect(try await nestory.count() == "0")
        }
    }

    @Test func `bytes that are not UTF-8 are refused`() async throws {
        try await Nestory.run { nestory in
            let body = Array(#"{"name": ""#.utf8) + [0xFF] + Array(#""}"#.utf8)
            let answer = try await nestory.send(.post, "/api/items", body, type: "application/json")
            #expect(answer.status == 400 && answer.code == "bad_json")
        }
    }

    @Test(arguments: [nil, "text/plain", "application/x-www-form-urlencoded", "application/jsonx"])
    func `an item that is not sent as JSON is refused`(type: String?) async throws {
        try await Nestory.run { nestory in
            let answer = try await nestory.send(
                .post, "/api/items", Array(#"{"name": "a"}"#.utf8), type: type)
            #expect(answer.status == 415 && answer.code == "wrong_type")
            #expect(try await nestory.count() == "0")
        }
    }

    @Test func `a body of more than ten mebibytes is refused, one byte less is read`() async throws {
        try await Nestory.run { nestory in
            let blanks = Array(repeating: UInt8(ascii: " "), count: 10 * 1024 * 1024 - 13)
            let item = Array(#"{"name": "a"}"#.utf8)
            #expect(
                try await nestory.send(.post, "/api/items", blanks + item, type: "application/json").status
                    == 201)
            let more = try await nestory.send(
                .post, "/api/items", blanks + [0x20] + item, type: "application/json")
            #expect(more.status == 413 && more.code == "too_large")
            #expect(try await nestory.count() == "1")
        }
    }

    @Test func `a wrong item does not replace the one that is there`() async throws {
        try await Nestory.run { nestory in
            let item = try #require(try await nestory.post(Self.lamp).json)
            let address = "/api/items/\(item["id"]?.text ?? "")"
            for json in [#"{"name": ""}"#, #"{"name": "a", "id": "7d444840-9dc0-11d1-b245-5ffdce74fad2"}"#] {
                let answer = try await nestory.send(.put, address, Array(json.utf8), type: "application/json")
                #expect(answer.status == 422)
            }
            #expect(try await nestory.get(address).json == item)
        }
    }

    @Test(arguments: [
        "limit=-1", "limit=1001", "limit=ten", "limit=1.5", "offset=-1", "offset=99999999999999999999",
        "query=%FF", "query=%",
        "query=%4", "query=%zz", "%C3=x",
    ])
    func `a query that makes no sense is refused`(query: String) async throws {
        try await Nestory.run { nestory in
            let answer = try await nestory.get("/api/items?\(query)")
            #expect(answer.status == 400)
            #expect(["bad_query", "bad_encoding"].contains(answer.code))
        }
    }

    @Test(arguments: [
        "/api/items/1", "/api/items/7d444840-9dc0-11d1-b245-5ffdce74fad2", "/api/items/%00", "/api/items/%FF",
        "/api", "/x",
    ])
    func `what is not there is a 404 in JSON`(address: String) async throws {
        try await Nestory.run { nestory in
            let answer = try await nestory.get(address)
            #expect(answer.status == 404 && answer.code == "not_found")
        }
    }

    @Test func `a method that an address has not is told with those that it has`() async throws {
        try await Nestory.run { nestory in
            let answer = try await nestory.send(.patch, "/api/items", [])
            #expect(answer.status == 405 && answer.code == "wrong_method")
            #expect(answer.headers[.allow] == "GET, POST")
        }
    }

    @Test func `texts that others would run are stored as they are`() async throws {
        let hostile = [
            "'; DROP TABLE item; --", "<script>alert(1)</script>", "{{name}}", "\u{202E}txt", "%s%n",
            "../../etc/passwd",
        ]
        try await Nestory.run { nestory in
            for text in hostile {
                let json: JSONValue = ["name": .string(text)]
                let added = try await nestory.send(.post, "/api/items", json.bytes, type: "application/json")
                #expect(added.json?["name"] == .string(text))
            }
            #expect(try await nestory.count() == String(hostile.count))
            let page = try await nestory.get("/")
            #expect(page.status == 200 && !page.text.contains("<script>alert"))
        }
    }
}
