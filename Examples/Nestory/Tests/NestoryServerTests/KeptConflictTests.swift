import HTTPTypes
import Inventory
import NestoryServices
import Service
import Testing

/// Kept changes of items that somebody else has changed since: nobody's version is replaced unseen.
@Suite struct KeptConflictTests {
    private static let id = "7d444840-9dc0-11d1-b245-5ffdce74fad2"

    /// An inventory that has refused a kept change with the number 1, as somebody else has renamed the item to “Theirs”.
    private struct Conflict {
        let nestory: Nestory
        let inventory: any InventoryService

        var name: String? {
            get async throws { try await nestory.get("/api/items/\(KeptConflictTests.id)").json?["name"]?.text }
        }

        /// Renames the item as somebody else does, past the outbox.
        func rename(_ name: String) async throws {
            var item = try #require(try await inventory.items(ItemQuery()).items.first)
            item.name = name
            try await inventory.replace(item)
        }

        func send(_ address: String, _ body: String = "") async throws -> Nestory.Answer {
            try await nestory.send(
                .post, address, Array(body.utf8), type: "application/x-www-form-urlencoded")
        }

        func deliver() async throws { try await nestory.deliver { $0.isEmpty } }
    }

    private static func run(
        keeping method: HTTPRequest.Method = .put, _ test: @escaping @Sendable (Conflict) async throws -> Void
    ) async throws {
        try await Nestory.run(allowsChaos: true, keepsChanges: true) { nestory in
            #expect(try await nestory.post(#"{"id": "\#(id)", "name": "Lamp"}"#).status == 201)
            try await nestory.setOutage(true)
            let mine = method == .put ? Array(#"{"name": "Mine"}"#.utf8) : nil
            let kept = try await nestory.send(
                method, "/api/items/\(KeptConflictTests.id)", mine, type: mine.map { _ in "application/json" },
                headers: [.ifMatch: "\"1\""])
            #expect(kept.status == 202)
            try await nestory.setOutage(false)
            let conflict = Conflict(
                nestory: nestory, inventory: try nestory.env.resolve((any InventoryService).self))
            try await conflict.rename("Theirs")
            try await nestory.deliver { $0.all.first?.state == .refused(.changed) }
            try await test(conflict)
            try await nestory.env.shutdown()
        }
    }

    @Test func `its form shows both versions, and saves over the one that it has shown`() async throws {
        try await Self.run { conflict in
            let form = try await conflict.nestory.get("/kept/1").text
            #expect(form.contains(#"value="Mine""#) && form.contains(#"<q dir="auto">Theirs</q>"#))
            #expect(form.contains(#"name="revision" value="2""#))
            try await conflict.rename("Third")
            for body in ["name=Ours&revision=2", "name=Ours"] {
                let refused = try await conflict.send("/kept/1", body)
                #expect(refused.status == 412 && refused.text.contains(#"name="revision" value="3""#))
                #expect(refused.text.contains(#"value="Ours""#))
                #expect(refused.text.contains(#"<q dir="auto">Third</q>"#))
            }
            #expect(try await conflict.send("/kept/1", "name=&revision=3").status == 422)
            #expect(try await conflict.name == "Third")
            #expect(try await conflict.send("/kept/1", "name=Ours&revision=3").status == 303)
            try await conflict.deliver()
            #expect(try await conflict.name == "Ours")
        }
    }

    @Test func `keeping mine replaces the version that it was refused for, and no later one`() async throws {
        try await Self.run { conflict in
            try await conflict.rename("Third")
            let refused = try await conflict.send("/kept/1/mine")
            #expect(refused.status == 412 && refused.text.contains(#"action="/kept/1""#))
            #expect(refused.text.contains(#"value="Mine""#) && refused.text.contains(#"<q dir="auto">Third</q>"#))
            #expect(try await conflict.send("/kept/1", "name=Mine&revision=3").status == 303)
            try await conflict.deliver()
            #expect(try await conflict.name == "Mine")
        }
    }

    @Test func `a deletion that is insisted on deletes no later version`() async throws {
        try await Self.run(keeping: .delete) { conflict in
            try await conflict.rename("Third")
            let refused = try await conflict.send("/kept/1/mine")
            #expect(refused.status == 412 && refused.text.contains("Third"))
            #expect(refused.text.contains(#"action="/kept/1/mine?revision=3""#))
            #expect(!refused.text.contains(#"id="deletion""#))
            #expect(try await conflict.send("/kept/1/mine?revision=2").status == 412)
            #expect(try await conflict.send("/kept/1/mine?revision=3").status == 303)
            try await conflict.deliver()
            #expect(try await conflict.nestory.count() == "0")
        }
    }

    @Test func `an item that was deleted meanwhile is not brought back unseen`() async throws {
        try await Self.run { conflict in
            let item = try #require(try await conflict.inventory.items(ItemQuery()).items.first)
            try await conflict.inventory.remove(item.id)
            for refused in [
                try await conflict.send("/kept/1/mine"), try await conflict.send("/kept/1", "name=Mine&revision=2"),
            ] {
                #expect(refused.status == 412 && refused.text.contains("Somebody has just deleted this item."))
                #expect(refused.text.contains(#"value="Mine""#) && !refused.text.contains(#"name="revision""#))
            }
            #expect(try await conflict.send("/kept/1", "name=Mine").status == 303)
            try await conflict.deliver()
            #expect(try await conflict.name == "Mine")
        }
    }
}
