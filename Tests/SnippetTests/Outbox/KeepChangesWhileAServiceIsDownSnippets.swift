#if Outbox
import Foundation
import GRDB
import Service
import ServiceHealth
import ServiceOutbox
import Testing

// snippet: outbox-1
struct ItemChange: Codable, Sendable {
    var item: String
    var name: String
    /// The state of the item that the person saw.
    var basedOn: Int
}
// snippet end

enum InventoryProblem: Error, Sendable {
    case conflict, refused(String), busy, connectionLost
}

protocol RemoteInventory: Sendable {
    func apply(_ change: ItemChange, key: String) async throws(InventoryProblem)
}

// snippet: outbox-2
func makeOutbox(
    path: String, inventory: any RemoteInventory, pipeline: ResiliencePipeline
) throws -> Outbox<ItemChange> {
    try Outbox(path: path) { delivery throws(DeliveryFailure) in
        do throws(CallFailure<InventoryProblem>) {
            // A receiver that records the key may be asked twice, so the call is idempotent.
            try await pipeline.call("apply", idempotent: true) { () throws(InventoryProblem) in
                try await inventory.apply(delivery.command, key: delivery.key.rawValue)
            }
        } catch {
            throw DeliveryFailure(error) { problem in
                switch problem {
                case .busy: .unavailable("The inventory is busy.")
                case .connectionLost: .unknown("The connection was lost.")
                case .refused(let reason): .rejected(reason)
                case .conflict: .conflict("Someone else has changed the item.")
                }
            }
        }
    }
}
// snippet end

// snippet: outbox-3
func save(_ change: ItemChange, with outbox: Outbox<ItemChange>) async -> String {
    do throws(PerformFailure) {
        switch try await outbox.perform(change, on: change.item) {
        case .done: return "Saved."
        case .kept:
            return """
                Saved on this device, not yet in the inventory. It will be sent as soon as the inventory is available.
                """
        }
    } catch {
        switch error {
        case .refused(let refusal): return "Not saved: \(refusal.reason)"
        case .notKept(_, mayHaveHappened: true), .cancelled(mayHaveHappened: true):
            return "We don’t know whether this was saved. Check before you try again."
        case .notKept(.diskFull, _): return "Nothing was saved: this device has no space left."
        case .notKept, .cancelled: return "Nothing was saved. Try again."
        }
    }
}
// snippet end

struct OutboxRunning {
    let outbox: Outbox<ItemChange>

    // snippet: outbox-4
    /// Runs as long as the program does. An error belongs in the program's health: until it is solved, nothing is delivered.
    func deliver() async throws {
        try await outbox.run(recovering: "inventory")
    }
    // snippet end

    func show(_ text: String) {}

    func follow() async {
        // snippet: outbox-5
        for await status in outbox.statuses {
            if let oldest = status.oldest, status.waiting > 0 {
                let since = oldest.formatted(date: .omitted, time: .shortened)
                show("\(status.waiting) changes saved on this device since \(since) are not yet in the inventory.")
            }
            if status.refused > 0 { show("\(status.refused) changes need your decision.") }
        }
        // snippet end
    }

    // snippet: outbox-6
    func decide(keepTheirs: Bool) async throws {
        for entry in try await outbox.entries() {
            guard case .refused(.conflict) = entry.state, var change = entry.command else { continue }
            if keepTheirs {
                try await outbox.discard(entry.number)
            } else {
                change.basedOn += 1
                try await outbox.replace(entry.number, with: change)
            }
        }
    }
    // snippet end
}

// snippet: outbox-7
struct ReceivingInventory {
    enum Outcome: String { case applied, conflict }

    let database: DatabaseQueue

    func prepare() throws {
        try database.write { db in
            try db.execute(
                sql: """
                    CREATE TABLE item (id TEXT PRIMARY KEY, name TEXT NOT NULL, revision INTEGER NOT NULL);
                    CREATE TABLE applied_change (key TEXT PRIMARY KEY, outcome TEXT NOT NULL, at TEXT NOT NULL);
                    """)
        }
    }

    /// Applies a change once, however often it is delivered.
    func apply(_ change: ItemChange, key: String) throws -> Outcome {
        // One transaction: the change and its key are both there, or neither is.
        try database.write { db in
            let stored = try String.fetchOne(
                db, sql: "SELECT outcome FROM applied_change WHERE key = ?", arguments: [key])
            if let outcome = stored.flatMap(Outcome.init) { return outcome }
            try db.execute(
                sql: "UPDATE item SET name = ?, revision = revision + 1 WHERE id = ? AND revision = ?",
                arguments: [change.name, change.item, change.basedOn])
            let outcome: Outcome = db.changesCount == 1 ? .applied : .conflict
            try db.execute(
                sql: "INSERT INTO applied_change VALUES (?, ?, datetime())", arguments: [key, outcome.rawValue])
            return outcome
        }
    }
}
// snippet end

struct OutboxSnippetTests {
    @Test func `the receiver applies a change once, and answers a repeated one with the stored outcome`() throws {
        let receiver = ReceivingInventory(database: try DatabaseQueue())
        try receiver.prepare()
        try receiver.database.write { try $0.execute(sql: "INSERT INTO item VALUES ('lamp', 'Lamp', 1)") }
        let change = ItemChange(item: "lamp", name: "Desk lamp", basedOn: 1)
        #expect(try receiver.apply(change, key: "1") == .applied)
        #expect(try receiver.apply(change, key: "1") == .applied)
        #expect(try receiver.apply(change, key: "2") == .conflict)
        #expect(try receiver.database.read { try Int.fetchOne($0, sql: "SELECT revision FROM item") } == 2)
    }

    private struct Inventory: RemoteInventory {
        let problem: InventoryProblem?

        func apply(_ change: ItemChange, key: String) async throws(InventoryProblem) {
            if let problem { throw problem }
        }
    }

    @Test(arguments: [
        (nil, "Saved."), (InventoryProblem.busy, "Saved on this device"), (.connectionLost, "Saved on this device"),
        (.refused("no such room"), "Not saved: no such room"), (.conflict, "Not saved: Someone else"),
    ])
    func `the person sees what is true`(problem: InventoryProblem?, text: String) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "snippet-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { _ = try? FileManager.default.removeItem(at: folder) }
        let outbox = try makeOutbox(
            path: folder.appending(path: "outbox").path, inventory: Inventory(problem: problem),
            pipeline: ResiliencePipeline(
                service: "inventory", policy: ResiliencePolicy(), health: ServiceHealthManager()))
        let shown = await save(ItemChange(item: "lamp", name: "Lamp", basedOn: 1), with: outbox)
        #expect(shown.hasPrefix(text))
        try outbox.close()
    }
}
#endif
