import HTTPTypes
import HummingbirdTesting
import Inventory
import NestoryControllers
import Service
import Testing

import struct Foundation.UUID

/// What open pages hear, and what they may ask.
@Suite struct LiveRoutesTests {
    private static let page = "/api/page/\(PageStream.page)"

    private func tell(_ nestory: Nestory, _ command: String, headers: HTTPFields = [:]) async throws -> Nestory.Answer {
        try await nestory.send(.post, Self.page, Array(command.utf8), type: "application/json", headers: headers)
    }

    private func live(_ test: @escaping @Sendable (Nestory, Int) async throws -> Void) async throws {
        try await Nestory.run(on: .live) { nestory in try await test(nestory, try #require(nestory.client.port)) }
    }

    @Test func `a page hears all that it shows first, and then what has changed`() async throws {
        try await live { nestory, port in
            _ = try await nestory.post(#"{"name": "Lamp"}"#)
            var stream = try await PageStream(port: port)
            let first = try #require(try await stream.next())
            #expect(first.name == "state")
            #expect(Set(first.data.names).isSuperset(of: ["search", "editor", "deletion", "import", "banner"]))
            let list = try await stream.until("list")
            #expect(list["address"]?.text == "/")
            #expect(list["html"]?.text?.contains("Lamp") == true)

            #expect(try await tell(nestory, #"{"command": "show", "address": "/?query=sofa"}"#).status == 202)
            let searched = try await stream.until("list")
            #expect(searched["address"]?.text == "/?query=sofa")
            #expect(searched["html"]?.text?.contains("Nothing matches") == true)
        }
    }

    @Test func `no two events of a page have the same id, also after it has connected again`() async throws {
        try await live { _, port in
            var ids: [String] = []
            for _ in 0..<2 {
                var stream = try await PageStream(port: port)
                while let event = try await stream.next() {
                    ids.append(event.id)
                    if event.data["list"] != nil { break }
                }
            }
            #expect(ids.count >= 3)
            #expect(Set(ids).count == ids.count)
        }
    }

    @Test func `a form that a page sends is saved, and every page sees it`() async throws {
        try await live { nestory, port in
            var stream = try await PageStream(port: port)
            var other = try await PageStream(port: port, page: String(repeating: "f", count: 32))
            _ = try await stream.until("list")
            _ = try await other.until("list")
            let form = UUID().uuidString.lowercased()
            let command = #"{"command": "save", "form": "\#(form)", "values": {"name": "Sofa", "quantity": "2"}}"#
            #expect(try await tell(nestory, command).status == 202)
            let editor = try await stream.until("editor") { $0["saving"] == .bool(false) }
            #expect(editor["saved"]?["id"]?.text == form)
            #expect(editor["saved"]?["name"]?.text == "Sofa")
            _ = try await stream.until("list") { $0["html"]?.text?.contains("Sofa") == true }
            _ = try await other.until("list") { $0["html"]?.text?.contains("Sofa") == true }
            #expect(try await nestory.get("/api/items/\(form)").status == 200)
        }
    }

    @Test func `a form with mistakes is told by field`() async throws {
        try await live { nestory, port in
            var stream = try await PageStream(port: port, address: nil)
            _ = try await stream.next()
            let command = #"{"command": "save", "form": "\#(UUID())", "values": {"name": "", "quantity": "x"}}"#
            #expect(try await tell(nestory, command).status == 202)
            let editor = try await stream.until("editor") { $0["saving"] == .bool(false) }
            #expect(editor["errors"]?.names == ["name", "quantity"])
            #expect(try await nestory.count() == "0")
        }
    }

    @Test func `a file that a page sends is imported, and the report comes in the stream`() async throws {
        try await live { nestory, port in
            var stream = try await PageStream(port: port, address: nil)
            _ = try await stream.next()
            let job = UUID().uuidString.lowercased()
            let csv = Array("name,quantity\nLamp,1\nSofa,none\n".utf8)
            let address = "\(Self.page)/import?job=\(job)"
            #expect(try await nestory.send(.post, address, csv, type: "text/csv").status == 202)
            let refused = try await stream.until("import") { $0["report"] != .null }
            #expect(refused["job"]?.text == job)
            #expect(refused["refused"] == .bool(true))
            #expect(refused["report"]?["errors"]?.values.count == 1)
            #expect(try await nestory.send(.post, address + "&skip_invalid=true", csv, type: "text/csv").status == 202)
            let done = try await stream.until("import") { $0["report"]?["imported"]?.text == "1" }
            #expect(done["refused"] == .bool(false))
        }
    }

    @Test func `a page that asks for Chinese hears Chinese`() async throws {
        try await live { nestory, port in
            var stream = try await PageStream(port: port, headers: [("accept-language", "zh-CN,en;q=0.5")])
            #expect(try await stream.until("list")["html"]?.text?.contains("空空的巢") == true)
        }
    }

    @Test func `a newer connection ends the older one of the same page`() async throws {
        try await live { _, port in
            var older = try await PageStream(port: port)
            _ = try await older.next()
            var newer = try await PageStream(port: port)
            _ = try await newer.next()
            while try await older.next() != nil {}
        }
    }

    @Test(arguments: ["x", "0123", String(repeating: "G", count: 32), String(repeating: "a", count: 33)])
    func `an id that is none is refused`(id: String) async throws {
        try await Nestory.run { nestory in
            let answers = [
                try await nestory.get("/api/page/\(id)/events"),
                try await nestory.send(.post, "/api/page/\(id)", Array("{}".utf8), type: "application/json"),
                try await nestory.send(.post, "/api/page/\(id)/import?job=\(UUID())", [], type: "text/csv"),
            ]
            for answer in answers {
                #expect(answer.status == 400 && answer.code == "bad_page")
                #expect(answer.json?["message"]?.text?.isEmpty == false)
            }
        }
    }

    @Test func `a page that is not known is told so`() async throws {
        try await Nestory.run { nestory in
            let answer = try await tell(nestory, #"{"command": "cancel-save"}"#)
            #expect(answer.status == 404 && answer.code == "page_gone")
            let address = "\(Self.page)/import?job=\(UUID())"
            let importing = try await nestory.send(.post, address, [], type: "text/csv")
            #expect(importing.status == 404 && importing.code == "page_gone")
        }
    }

    @Test(
        arguments: [
            (#"{"command": "explode"}"#, "unknown_command"), ("{}", "bad_command"), ("[]", "bad_command"),
            ("{", "bad_command"), (#"{"command": 1}"#, "bad_command"),
            (#"{"command": "cancel-save", "more": 1}"#, "bad_command"),
            (#"{"command": "delete", "item": "x"}"#, "bad_command"),
            (#"{"command": "show"}"#, "bad_command"),
            (#"{"command": "show", "address": "/?query=%ff"}"#, "bad_encoding"),
            (#"{"command": "save", "form": "x", "values": {}}"#, "bad_command"),
            (
                #"{"command": "save", "form": "7d444840-9dc0-11d1-b245-5ffdce74fad2", "values": {"id": "x"}}"#,
                "bad_command"
            ),
            (
                #"{"command": "save", "form": "7d444840-9dc0-11d1-b245-5ffdce74fad2", "values": {"name": 1}}"#,
                "bad_command"
            ),
        ])
    func `a command that is none is refused and changes nothing`(command: String, code: String) async throws {
        try await Nestory.run { nestory in
            let answer = try await tell(nestory, command)
            #expect(answer.status == 400)
            #expect(answer.code == code)
            #expect(answer.json?["message"]?.text?.isEmpty == false)
        }
    }

    @Test func `a command that is too large is refused`() async throws {
        try await Nestory.run { nestory in
            let answer = try await tell(nestory, #"{"command": ""# + String(repeating: "x", count: 1 << 20) + #""}"#)
            #expect(answer.status == 413 && answer.code == "too_large")
        }
    }

    @Test(arguments: [("https://evil.example", nil), (nil, "cross-site")] as [(String?, String?)])
    func `another site can neither ask nor listen`(origin: String?, site: String?) async throws {
        try await Nestory.run { nestory in
            var headers: HTTPFields = [:]
            headers[.origin] = origin
            if let name = HTTPField.Name("Sec-Fetch-Site") { headers[name] = site }
            let answer = try await tell(nestory, #"{"command": "cancel-save"}"#, headers: headers)
            #expect(answer.status == 403 && answer.code == "cross_origin")
            guard site != nil else { return }
            let listening = try await nestory.get("\(Self.page)/events", headers: headers)
            #expect(listening.status == 403 && listening.code == "cross_origin")
            #expect(try await MainActor.run { try nestory.env.resolveMain(PageSessions.self).count } == 0)
        }
    }

    @Test func `when too many pages are open, another one is told so`() async throws {
        try await Nestory.run(pages: 1, on: .live) { nestory in
            var stream = try await PageStream(port: try #require(nestory.client.port), address: nil)
            _ = try await stream.next()
            let answer = try await nestory.get("/api/page/\(String(repeating: "e", count: 32))/events")
            #expect(answer.status == 503 && answer.code == "too_many_pages")
            #expect(answer.headers[.retryAfter] == "30")
        }
    }
}
