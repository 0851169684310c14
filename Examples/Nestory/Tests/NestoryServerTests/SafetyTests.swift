import HTTPTypes
import Hummingbird
import Inventory
import Testing

import struct Foundation.UUID

@Suite struct SafetyTests {
    private static let item = Array(#"{"name": "a"}"#.utf8)
    private static let site = HTTPField.Name("Sec-Fetch-Site")

    @Test(
        arguments: [
            ("https://evil.example", nil), ("null", nil), ("http://localhost:81", nil),
            ("http://localhost.evil.example", nil),
            (nil, "cross-site"), (nil, "same-site"), ("http://localhost", "cross-site"), ("", nil),
        ] as [(String?, String?)])
    func `a change from another site is refused`(origin: String?, site: String?) async throws {
        try await Nestory.run { nestory in
            var headers: HTTPFields = [:]
            headers[.origin] = origin
            if let name = Self.site { headers[name] = site }
            for (method, address) in [
                (HTTPRequest.Method.post, "/api/items"), (.post, "/api/import"), (.post, "/items"),
                (.delete, "/api/items/x"),
                (.put, "/api/items/x"),
            ] {
                let answer = try await nestory.send(
                    method, address, Self.item, type: "application/json", headers: headers)
                #expect(answer.status == 403 && answer.code == "cross_origin")
            }
            #expect(try await nestory.count() == "0")
        }
    }

    /// A server that listens on this machine, and answers under the name of a proxy, too.
    @Test(arguments: [
        ("http://localhost", 201), ("https://localhost", 201), ("http://localhost:81", 403), ("http://127.0.0.1", 403),
        ("http://[::1]:8080", 403), ("http://localhost:81.evil.example", 403), ("https://nestory.example", 201),
        ("https://nestory.example:8443", 201), ("https://nestory.example:8443.evil.example", 403),
        ("https://nestory.example.evil.example", 403), ("ftp://nestory.example", 403),
    ])
    func `a page at another port of this machine is another site, and a page of the proxy is ours`(
        origin: String, status: Int
    ) async throws {
        try await Nestory.run(hosts: ["localhost", "127.0.0.1", "[::1]", "nestory.example"]) { nestory in
            let answer = try await nestory.send(
                .post, "/api/items", Self.item, type: "application/json", headers: [.origin: origin])
            #expect(answer.status == status)
        }
    }

    @Test(
        arguments: [("http://localhost", "same-origin"), (nil, nil), (nil, "none")] as [(String?, String?)])
    func `a change from one's own page or from a program is accepted`(origin: String?, site: String?)
        async throws
    {
        try await Nestory.run { nestory in
            var headers: HTTPFields = [:]
            headers[.origin] = origin
            if let name = Self.site { headers[name] = site }
            let answer = try await nestory.send(
                .post, "/api/items", Self.item, type: "application/json", headers: headers)
            #expect(answer.status == 201)
        }
    }

    @Test func `a server of this machine answers only under its own name`() async throws {
        try await Nestory.run(hosts: ["nestory.test"]) { nestory in
            let answer = try await nestory.get("/api/items")
            #expect(answer.status == 421 && answer.code == "wrong_host")
        }
        try await Nestory.run(hosts: ["localhost"]) { nestory in
            let answer = try await nestory.get("/api/items")
            #expect(answer.status == 200)
        }
    }

    @Test func `every answer tells browsers to trust nothing else`() async throws {
        try await Nestory.run { nestory in
            for address in ["/api/items", "/nowhere", "/", "/api/export.csv", "/assets/nestory.css"] {
                let answer = try await nestory.get(address)
                #expect(answer.headers[.xContentTypeOptions] == "nosniff")
                #expect(answer.headers[.contentSecurityPolicy]?.contains("default-src 'none'") == true)
            }
        }
    }

    @Test(arguments: [
        (InventoryError.busy, "busy"), (.diskFull, "disk_full"),
        (.failed(details: "SELECT secret"), "inventory_unavailable"),
        (.notAnInventory(path: "/secret/path", details: "SELECT secret"), "inventory_unavailable"),
        (.noAccess(path: "/secret/path", details: "SQLite 14"), "inventory_unavailable"),
    ])
    func `an inventory that fails is told in words, without paths and SQL`(
        error: InventoryError, code: String
    ) async throws {
        try await Nestory.run(inventory: BrokenInventory(error: error)) { nestory in
            let answers = [
                try await nestory.get("/api/items"), try await nestory.get("/api/summary"),
                try await nestory.get("/api/export.csv"), try await nestory.post(#"{"name": "a"}"#),
                try await nestory.importCSV("name\na\n"),
            ]
            for answer in answers {
                #expect(answer.status >= 500 && answer.code == code)
                #expect(answer.json?["message"]?.text?.isEmpty == false)
                #expect(!answer.text.contains("secret") && !answer.text.contains("SQL"))
            }
            let ready = try await nestory.get("/health/ready")
            #expect(ready.status == 503 && ready.json?["status"]?.text == "fail" && !ready.text.contains("secret"))
            #expect(try await nestory.get("/health/live").status == 200)
            let page = try await nestory.get("/", headers: [.accept: "text/html"])
            // The page stays up, and says what is missing.
            #expect(page.headers[.contentType]?.hasPrefix("text/html") == true)
            #expect(page.text.contains(error.message.prefix(20)) && !page.text.contains("secret"))
        }
    }
}

/// An inventory that has failed, with a path and SQL in its error.
private struct BrokenInventory: InventoryService {
    let error: InventoryError

    func items(_: ItemQuery) async throws -> ItemPage { throw error }
    func item(_: UUID) async throws -> Item? { throw error }
    func apply(_: ItemChange) async throws -> Item? { throw error }
    func places() async throws -> ItemPlaces { throw error }
    func sums() async throws -> [ItemSum] { throw error }
    func batches(of _: Int) async throws -> AsyncThrowingStream<[Item], any Error> { throw error }
    func transaction<Result: Codable & Sendable>(
        as _: ChangeKey?, _: @escaping @Sendable (any ItemInserter) throws -> (result: Result, keep: Bool)
    ) async throws -> Result { throw error }
    func close() async throws {}
}
