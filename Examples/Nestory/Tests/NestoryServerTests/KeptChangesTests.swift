import Foundation
import HTTPTypes
import Inventory
import NestoryServices
import Service
import Testing

/// Changes while the inventory does not answer: kept, shown as kept, and delivered once.
@Suite struct KeptChangesTests {
    private static let id = "7d444840-9dc0-11d1-b245-5ffdce74fad2"
    private static let lamp = #"{"id": "7d444840-9dc0-11d1-b245-5ffdce74fad2", "name": "Lamp"}"#

    private static func run(_ test: @escaping @Sendable (Nestory) async throws -> Void) async throws {
        try await Nestory.run(allowsChaos: true, keepsChanges: true) { nestory in
            try await test(nestory)
            try await nestory.env.shutdown()
        }
    }

    private static func put(
        _ nestory: Nestory, _ json: String, _ headers: HTTPFields = [:]
    ) async throws -> Nestory.Answer {
        try await nestory.send(
            .put, "/api/items/\(id)", Array(json.utf8), type: "application/json", headers: headers)
    }

    @Test func `what is changed during an outage is kept, shown as kept, and delivered in order`() async throws {
        try await Self.run { nestory in
            #expect(try await nestory.post(Self.lamp).status == 201)
            try await nestory.setOutage(true)
            let replaced = try await Self.put(nestory, #"{"name": "Lantern"}"#, [.ifMatch: "\"1\""])
            #expect(replaced.status == 202 && replaced.json?["state"]?.text == "kept")
            #expect(replaced.json?["number"] == .number("1"))
            #expect(
                replaced.json?["message"]?.text?.hasPrefix("Saved on this device, not yet in the inventory.") == true)
            #expect(try await nestory.post(#"{"name": "Chair"}"#).status == 202)

            // Over the stored values, with the revision that it will have, so that it can be changed once more.
            let shown = try await nestory.get("/api/items/\(Self.id)")
            #expect(shown.json?["name"]?.text == "Lantern" && shown.headers[.eTag] == "\"2\"")
            #expect(try await Self.put(nestory, #"{"name": "Torch"}"#, [.ifMatch: "\"1\""]).status == 412)
            #expect(try await Self.put(nestory, #"{"name": "Torch"}"#, [.ifMatch: "\"2\""]).status == 202)
            #expect(try await nestory.post(Self.lamp).status == 409)

            let page = try await nestory.get("/")
            #expect(page.text.contains("3 changes saved on this device since"))
            #expect(page.text.contains("“Torch” will be changed.") && page.text.contains("“Chair” will be added."))
            #expect(
                page.text.contains(#"<span class="kept-mark">Saved on this device, not yet in the inventory</span>"#))
            #expect(page.text.contains("Without 3 changes that are saved on this device"))
            #expect(try await nestory.get("/report").text.contains("Without 3 changes"))
            #expect(try await nestory.get("/api/services").json?["kept"]?.values.count == 3)
            #expect(try await nestory.get("/services").text.contains("3 changes saved on this device"))
            let chinese = try await nestory.get("/", headers: [.acceptLanguage: "zh-CN"])
            #expect(chinese.text.contains("保存在本设备上的 3 项更改尚未存入清单"))

            try await nestory.setOutage(false)
            try await nestory.deliver { $0.isEmpty }
            let stored = try await nestory.get("/api/items/\(Self.id)")
            #expect(stored.json?["name"]?.text == "Torch" && stored.headers[.eTag] == "\"3\"")
            #expect(try await nestory.count() == "2")
            #expect(try await !nestory.get("/").text.contains("waiting-title"))
        }
    }

    @Test func `a change that waits is there, and needs no decision`() async throws {
        try await Self.run { nestory in
            try await nestory.setOutage(true)
            #expect(try await nestory.post(Self.lamp).status == 202)
            for (method, address) in [(HTTPRequest.Method.post, "/api/kept/1/retry"), (.delete, "/api/kept/1")] {
                let answer = try await nestory.send(method, address)
                #expect(answer.status == 409 && answer.code == "no_decision")
            }
            #expect(try await nestory.send(.delete, "/api/kept/2").status == 404)
            #expect(try await nestory.get("/api/kept").json?["kept"]?.values.count == 1)
        }
    }

    @Test func `a change sent again with its key is kept once, and another one with that key is refused`() async throws
    {
        try await Self.run { nestory in
            let key: HTTPFields = [try #require(HTTPField.Name("Idempotency-Key")): "once"]
            func add(_ name: String) async throws -> Nestory.Answer {
                try await nestory.send(
                    .post, "/api/items", Array(#"{"name": "\#(name)"}"#.utf8), type: "application/json", headers: key)
            }
            try await nestory.setOutage(true)
            let first = try await add("Lamp")
            let second = try await add("Lamp")
            #expect(first.status == 202 && second.status == 202 && first.json == second.json)
            let other = try await add("Chair")
            #expect(other.status == 422 && other.code == "key_reused")
            try await nestory.setOutage(false)
            try await nestory.deliver { $0.isEmpty }
            // The inventory knows the key, too.
            #expect(try await add("Lamp").status == 201)
            #expect(try await nestory.count() == "1")
        }
    }

    @Test func `forms say kept, never saved, and a deleted item can be deleted once`() async throws {
        try await Self.run { nestory in
            #expect(try await nestory.post(Self.lamp).status == 201)
            func form(_ address: String, _ body: String) async throws -> Nestory.Answer {
                try await nestory.send(
                    .post, address, Array(body.utf8), type: "application/x-www-form-urlencoded")
            }
            try await nestory.setOutage(true)
            let added = try await form("/items", "name=Chair")
            #expect(added.status == 303 && added.headers[.location] == "/?notice=kept")
            let notice = try await nestory.get("/?notice=kept").text
            #expect(
                notice.contains(#"role="status">Saved on this device, not yet in the inventory."#)
                    && !notice.contains(">Saved."))
            #expect(try await form("/items/\(Self.id)/delete", "revision=1").headers[.location] == "/?notice=kept")
            #expect(try await nestory.get("/").text.contains(#"kept-mark">Deleted on this device"#))
            #expect(try await nestory.send(.delete, "/api/items/\(Self.id)").status == 404)
            #expect(try await nestory.get("/api/items/\(Self.id)").status == 404)
            // Loaded again when all was sent, the page does not go on saying that it waits.
            try await nestory.setOutage(false)
            try await nestory.deliver { $0.isEmpty }
            #expect(try await !nestory.get("/?notice=kept").text.contains(#"role="status">Saved on this device"#))
            try await nestory.setOutage(true)
            // An import is not kept.
            #expect(try await nestory.importCSV("name\nTable\n").status == 503)
        }
    }

    @Test(arguments: ["mine", "discard"])
    func `a change of what somebody else has changed waits for a decision`(_ decision: String) async throws {
        try await Self.run { nestory in
            #expect(try await nestory.post(Self.lamp).status == 201)
            try await nestory.setOutage(true)
            #expect(try await Self.put(nestory, #"{"name": "Mine"}"#, [.ifMatch: "\"1\""]).status == 202)
            try await nestory.setOutage(false)
            // Somebody else, past the outbox.
            let inventory = try nestory.env.resolve((any InventoryService).self)
            let old = try await inventory.items(ItemQuery()).items
            var theirs = try #require(old.first)
            theirs.name = "Theirs"
            try await inventory.replace(theirs)
            try await nestory.deliver { $0.all.first?.state == .refused(.changed) }
            let page = try await nestory.get("/").text
            #expect(page.contains("Someone else has changed “Mine” in the meantime. Keep their version or yours?"))
            #expect(
                page.contains(">Theirs</a>") && page.contains(#"kept-mark">A change of this is not in the inventory"#))
            #expect(try await nestory.get("/api/kept").json?["kept"]?.values.first?["state"]?.text == "conflict")
            #expect(try await nestory.send(.post, "/kept/1/\(decision)").status == 303)
            try await nestory.deliver { $0.isEmpty }
            let name = try await nestory.get("/api/items/\(Self.id)").json?["name"]?.text
            #expect(name == (decision == "mine" ? "Mine" : "Theirs"))
            #expect(try await nestory.send(.post, "/kept/1/retry").status == 404)
        }
    }

    @Test func `a refused change can be changed, with its form`() async throws {
        try await Self.run { nestory in
            #expect(try await nestory.post(Self.lamp).status == 201)
            try await nestory.setOutage(true)
            #expect(try await Self.put(nestory, #"{"name": "Mine"}"#, [.ifMatch: "\"1\""]).status == 202)
            try await nestory.setOutage(false)
            let inventory = try nestory.env.resolve((any InventoryService).self)
            let first = try await inventory.items(ItemQuery()).items.first
            try await inventory.remove(try #require(first).id)
            try await nestory.deliver { $0.all.first?.state == .refused(.gone) }
            let page = try await nestory.get("/").text
            #expect(page.contains("“Mine” could not be saved in the inventory: it was deleted in the meantime."))
            let form = try await nestory.get("/kept/1").text
            #expect(form.contains(#"action="/kept/1""#) && form.contains(#"value="Mine""#))
            #expect(!form.contains(#"id="editor""#))
            func send(_ body: String) async throws -> Nestory.Answer {
                try await nestory.send(
                    .post, "/kept/1", Array(body.utf8), type: "application/x-www-form-urlencoded")
            }
            #expect(try await send("name=").status == 422)
            #expect(try await send("name=Again").status == 303)
            try await nestory.deliver { $0.isEmpty }
            #expect(try await nestory.get("/api/items/\(Self.id)").json?["name"]?.text == "Again")
        }
    }

    @Test func `a change that was kept for one inventory is not made in another that takes its place`() async throws {
        try await Self.run { nestory in
            #expect(try await nestory.post(Self.lamp).status == 201)
            try await nestory.setOutage(true)
            #expect(try await nestory.post(#"{"name": "Chair"}"#).status == 202)
            try await nestory.setOutage(false)
            try await Nestory.run { other in
                #expect(try await other.post(#"{"name": "Other"}"#).status == 201)
                try await other.env.shutdown()
                try FileManager.default.moveItem(atPath: nestory.path, toPath: nestory.path + "-old")
                try FileManager.default.copyItem(atPath: other.path, toPath: nestory.path)
            }
            // Once to notice it, and once to see what is there now.
            for _ in 0..<2 { _ = try await nestory.get("/api/items") }
            #expect(try await nestory.get("/api/items").json?["items"]?.values.first?["name"]?.text == "Other")
            try await nestory.deliver { $0.all.first?.state == .refused(.otherInventory) }
            let page = try await nestory.get("/").text
            #expect(page.contains("another inventory has taken the place of the one that it was for"))
            #expect(try await nestory.count() == "1")
            // Retrying by hand means that the person wants it in this inventory.
            #expect(try await nestory.send(.post, "/kept/1/retry").status == 303)
            try await nestory.deliver { $0.isEmpty }
            #expect(try await nestory.count() == "2")
        }
    }

    @Test func `an outbox that is damaged is told, and changes are made without it`() async throws {
        try await Nestory.run(allowsChaos: true, keepsChanges: true) { nestory in
            let outbox = URL(filePath: nestory.path).deletingLastPathComponent().appending(path: "outbox")
            try Data(repeating: 0x41, count: 5000).write(to: outbox)
            #expect(try await nestory.post(Self.lamp).status == 201)
            for path in ["/", "/services"] {
                #expect(try await nestory.get(path).text.contains("on this device cannot be read"), "\(path)")
            }
            // How many there are, nobody can tell.
            for path in ["/api/kept", "/api/items", "/api/services"] {
                #expect(try await nestory.get(path).json?["kept"] == .null, "\(path)")
            }
            #expect(try await nestory.get("/api/summary").json?["kept_changes"] == .null)
            try await nestory.setOutage(true)
            #expect(try await nestory.post(#"{"name": "Chair"}"#).status == 503)
            #expect(try Data(contentsOf: outbox) == Data(repeating: 0x41, count: 5000))
            try await nestory.env.shutdown()
        }
    }
}
