import Foundation
import Inventory
import InventoryStore
import Testing

extension ProcessTests {
    @Suite struct BackupCommandTests {
        /// Makes an inventory with two items and a copy of it, and then adds a third.
        private static func prepare(_ folder: URL, backups: String? = nil) async throws -> Backup {
            let path = folder.appending(path: "nestory.db").path
            let inventory = try SQLiteInventory(path: path)
            for name in ["Lamp", "Chair"] { try await inventory.add(Item(id: UUID(), name: name, updatedAt: .epoch)) }
            let copies = SQLiteBackups(path: path, folder: backups ?? path + "-backups", clock: SystemClock())
            let backup = try await copies.backUp()
            try await inventory.add(Item(id: UUID(), name: "Table", updatedAt: .epoch))
            try await inventory.close()
            return backup
        }

        private static func count(_ folder: URL, _ database: String = "nestory.db") async throws -> Int {
            let list = try await Program.run("list", "--json", "--database", database, in: folder)
            guard case .object(let members) = try JSONValue(parsing: Array(list.output.utf8)),
                case .number(let total)? = members.last?.value
            else { return -1 }
            return Int(total) ?? -1
        }

        @Test func `copies are listed with their items, and one is put in place of the file, which is kept`()
            async throws
        {
            try await Program.inFolder { folder in
                let backup = try await Self.prepare(folder)
                let list = try await Program.run("backups", in: folder)
                #expect(list.status == 0 && list.output.contains("\(backup.name)  2 items"))
                let restored = try await Program.run("restore", in: folder)
                #expect(restored.status == 0, "\(restored.errors)")
                #expect(restored.errors.contains("with 2 items is in place at nestory.db"))
                #expect(try await Self.count(folder) == 2)
                let kept = try #require(restored.errors.firstMatch(of: /is now (.*)\.\n/)?.1)
                #expect(try await Self.count(folder, String(kept)) == 3)
                let named = try await Program.run(
                    "restore", backup.name, "--database", "other.db", "--backup-dir", "nestory.db-backups", in: folder)
                #expect(named.status == 0)
                #expect(try await Self.count(folder, "other.db") == 2)
            }
        }

        @Test func `a copy that is damaged, or not there, replaces nothing`() async throws {
            try await Program.inFolder { folder in
                let backup = try await Self.prepare(folder)
                #expect(try await Program.run("restore", "nothing.db", in: folder).status == 1)
                let copy = folder.appending(path: "nestory.db-backups/\(backup.name)")
                try Data(repeating: 0x41, count: 20_000).write(to: copy)
                let restored = try await Program.run("restore", backup.name, in: folder)
                #expect(restored.status == 1 && restored.errors.contains("not an inventory"))
                let newest = try await Program.run("restore", in: folder)
                #expect(newest.status == 1 && newest.errors.contains("There are no copies"))
                #expect(try await Self.count(folder) == 3)
                let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
                #expect(!left.contains { $0.hasPrefix(".nestory.db") })
            }
        }

        @Test func `the newest copy, if it is damaged, is named, and replaces nothing`() async throws {
            try await Program.inFolder { folder in
                let backup = try await Self.prepare(folder)
                let copies = folder.appending(path: "nestory.db-backups")
                var bytes = try Data(contentsOf: copies.appending(path: backup.name))
                // The middle of the file, as its start still says that it is an inventory, and the items can be counted.
                let page = bytes.count / 4096 - 2
                bytes.replaceSubrange(page * 4096..<(page + 1) * 4096, with: Data(repeating: 0x5A, count: 4096))
                try bytes.write(to: copies.appending(path: "2099-01-01T00-00-00Z.db"))
                let newest = try await Program.run("restore", "2099-01-01T00-00-00Z.db", in: folder)
                #expect(newest.status == 1, "\(newest.errors)")
                #expect(newest.errors.contains("2099-01-01T00-00-00Z.db is damaged, so nothing was replaced"))
                #expect(try await Self.count(folder) == 3)
            }
        }

        @Test func `a server does not start with nothing where there are copies, unless it is told to`() async throws {
            try await Program.inFolder { folder in
                let backup = try await Self.prepare(folder)
                try FileManager.default.removeItem(at: folder.appending(path: "nestory.db"))
                let refused = try await Program.run("serve", "--port", "0", in: folder)
                #expect(refused.status == 1)
                for words in ["nestory restore", "--new", backup.name, "2 items"] {
                    #expect(refused.errors.contains(words), "\(refused.errors)")
                }
                #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "nestory.db").path))
                let server = try await ServerProcess(["--new"], in: folder)
                #expect(try await server.count() == "0")
                server.process.terminate()
                #expect(await server.status() == 0)
            }
        }

        @Test func `copies are in the folder that was named`() async throws {
            try await Program.inFolder { folder in
                let copies = folder.appending(path: "elsewhere")
                _ = try await Self.prepare(folder, backups: copies.path)
                try FileManager.default.removeItem(at: folder.appending(path: "nestory.db"))
                let refused = try await Program.run("serve", "--port", "0", "--backup-dir", "elsewhere", in: folder)
                #expect(refused.status == 1 && refused.errors.contains("elsewhere"))
                #expect(try await Program.run("restore", "--backup-dir", "elsewhere", in: folder).status == 0)
                #expect(try await Self.count(folder) == 2)
            }
        }

        @Test func `a server that runs takes over a copy that is put in place, and saves nothing of before`()
            async throws
        {
            try await Program.inFolder { folder in
                _ = try await Self.prepare(folder)
                let server = try await ServerProcess(in: folder)
                #expect(try await server.count() == "3")
                #expect(try await Program.run("restore", in: folder).status == 0)
                try await Patience.until("the server has the copy's two items") { try await server.count() == "2" }
                let item = Data(#"{"name": "Later"}"#.utf8)
                #expect(try await server.send("POST", "/api/items", item, type: "application/json").status == 201)
                server.process.terminate()
                #expect(await server.status() == 0)
                #expect(try await Self.count(folder) == 3)
            }
        }
    }
}
