import Foundation
import GRDB
import Inventory
import Testing

/// Real faults of the inventory's file, while the program serves it: the page stays up, says in words what is
/// missing, loses nothing that it accepted, and recovers by itself.
@Suite struct InventoryFaultTests {
    @Test func `the file is replaced by garbage`() async throws {
        try await Program.inFolder { folder in
            let (file, aside) = (folder.appending(path: "nestory.db"), folder.appending(path: "aside.db"))
            let server = try await ServerProcess(in: folder)
            for number in 0..<20 { #expect(try await server.add("Item \(number)").status == 201) }
            try FileManager.default.moveItem(at: file, to: aside)
            try Data(repeating: 0x5A, count: 200_000).write(to: file)

            let items = try await server.get("/api/items?limit=1")
            #expect(items.status == 200 && items.age != nil && items.member("total") == .number(20))
            #expect(items.member("as_of") != .null)
            let kept = try await server.add("Kept")
            #expect(kept.status == 202 && kept.member("state") == .string("kept"))
            #expect(!kept.text.contains(folder.path))
            try await server.expectBanner("Changes cannot be saved")
            try await server.expectBanner("The newest copy is of ")
            #expect(try await server.service("inventory")["fallback_kind"] == .string("read_only"))
            #expect(try await server.get("/health/ready").status == 200)

            try FileManager.default.removeItem(at: file)
            try FileManager.default.moveItem(at: aside, to: file)
            try await server.until("inventory", isHealthy: true)
            try await server.untilDelivered()
            let after = try await server.get("/api/items?limit=1")
            #expect(after.age == nil && after.member("total") == .number(21))
            #expect(try await server.add("More").status == 201)
            #expect(!(try await server.get("/", accept: "text/html")).text.contains(#"<p class="banner">"#))
            await server.stop()
            #expect(
                try await Self.names(in: file).sorted() == (0..<20).map { "Item \($0)" }.sorted() + ["Kept", "More"])
        }
    }

    @Test(.enabled(if: Privileges.canFreezeFiles, "needs root and chattr +i, as root may write what is read-only"))
    func `the file is made read-only`() async throws {
        try await Program.inFolder { folder in
            let file = folder.appending(path: "nestory.db")
            let server = try await ServerProcess(in: folder)
            #expect(try await server.add("Before").status == 201)
            #expect(try await Privileges.run("chattr", "+i", file.path) == 0)
            defer { Privileges.runNow("chattr", "-i", file.path) }
            for number in 0..<4 {
                let kept = try await server.add("Kept \(number)")
                #expect(kept.status == 202 && !kept.text.contains(folder.path))
            }
            // What can be read is read, and is of now.
            let items = try await server.get("/api/items?limit=1")
            #expect(items.status == 200 && items.age == nil && items.member("total") == .number(1))
            try await server.expectBanner("Changes cannot be saved")
            #expect(try await Privileges.run("chattr", "-i", file.path) == 0)
            try await server.until("inventory", isHealthy: true)
            try await server.untilDelivered()
            #expect(try await server.add("After").status == 201)
            await server.stop()
            #expect(
                try await Self.names(in: file).sorted()
                    == (["Before", "After"] + (0..<4).map { "Kept \($0)" }).sorted())
        }
    }

    @Test func `another process keeps the file locked`() async throws {
        try await Program.inFolder { folder in
            let file = folder.appending(path: "nestory.db")
            let server = try await ServerProcess(in: folder)
            #expect(try await server.add("Before").status == 201)
            var configuration = Configuration()
            configuration.allowsUnsafeTransactions = true
            let other = try DatabaseQueue(path: file.path, configuration: configuration)
            try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN EXCLUSIVE") }
            // From the fourth on nobody waits for it.
            for number in 0..<4 { #expect(try await server.add("Kept \(number)").status == 202) }
            // An import is not kept.
            let refused = try await server.send("POST", "/api/import", Data("name\nNever\n".utf8), type: "text/csv")
            #expect(refused.status == 503)
            #expect(try await server.get("/api/items?limit=1").member("total") == .number(1))
            try await server.expectBanner("Changes cannot be saved")
            try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
            try other.close()
            try await server.until("inventory", isHealthy: true)
            try await server.untilDelivered()
            #expect(try await server.add("After").status == 201)
            await server.stop()
            #expect(
                try await Self.names(in: file).sorted()
                    == (["Before", "After"] + (0..<4).map { "Kept \($0)" }).sorted())
        }
    }

    @Test(.enabled(if: Privileges.canMount, "needs root that may mount a tmpfs"))
    func `the disk is full`() async throws {
        try await Program.inFolder { folder in
            let disk = folder.appending(path: "disk")
            try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: true)
            #expect(try await Privileges.run("mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", disk.path) == 0)
            // Lazily: where the test fails, the server may still use it.
            defer { Privileges.runNow("umount", "--lazy", disk.path) }
            let server = try await ServerProcess(["--database", "disk/nestory.db"], in: folder)
            var accepted: [String] = []
            var kept: [String] = []
            var refusals = 0
            let notes = String(repeating: "n", count: 9000)
            for number in 0..<400 where refusals < 4 {
                let answer = try await server.add("Item \(number)", notes: notes)
                switch answer.status {
                case 201: accepted.append("Item \(number)")
                case 202: kept.append("Item \(number)")
                default: refusals += 1
                }
                // The outbox is on the same disk: when neither has room, nothing is saved, and that is said.
                #expect([201, 202, 507, 503].contains(answer.status) && !answer.text.contains(folder.path))
            }
            #expect(refusals == 4 && !accepted.isEmpty)
            #expect(
                try await server.get("/api/items?limit=1").member("total") == .number(accepted.count))
            try await server.expectBanner("disk is full")
            // Backups take room, too.
            try FileManager.default.removeItem(at: disk.appending(path: "nestory.db-backups"))
            #expect(
                try await Privileges.run("mount", "-o", "remount,size=20m", disk.path) == 0)
            try await server.until("inventory", isHealthy: true)
            try await server.untilDelivered()
            #expect(try await server.add("After", notes: notes).status == 201)
            await server.stop()
            let names = try await Self.names(in: disk.appending(path: "nestory.db"))
            #expect(names.sorted() == (accepted + kept + ["After"]).sorted())
        }
    }

    @Test func `what cannot be opened is said at the start, and the server stays up`() async throws {
        try await Program.inFolder { folder in
            _ = try folder.write("These are my notes.", as: "nestory.db")
            let server = try await ServerProcess(in: folder)
            #expect(try await server.get("/health/live").status == 200)
            #expect(try await server.get("/health/ready").status == 503)
            let items = try await server.get("/api/items")
            #expect(items.status == 503 && items.member("code") == .string("inventory_unavailable"))
            try await server.expectBanner("not an inventory", status: 503)
            #expect(
                try String(contentsOf: folder.appending(path: "nestory.db"), encoding: .utf8).hasPrefix("These"))
            try FileManager.default.removeItem(at: folder.appending(path: "nestory.db"))
            try await server.until("inventory", isHealthy: true)
            try await server.untilDelivered()
            #expect(try await server.add("First").status == 201)
            await server.stop()
        }
    }

    @Test func `a folder that is not there is a slip, and ends the program`() async throws {
        try await Program.inFolder { folder in
            let run = try await Program.run("serve", "--port", "0", "--database", "missing/nestory.db", in: folder)
            #expect(run.status == 1 && run.errors.contains("Create it first"))
        }
    }

    /// The names of all items in a file, in the order in which they were added.
    private static func names(in file: URL) async throws -> [String] {
        let queue = try DatabaseQueue(path: file.path)
        let names = try await queue.read { try String.fetchAll($0, sql: "SELECT name FROM item ORDER BY number") }
        try queue.close()
        return names
    }
}
