import Foundation
import Inventory
import InventoryStore
import Testing

extension ProcessTests {
    /// Commands that only read.
    @Suite struct ReadOnlyTests {
        private static let commands = [["list"], ["export"], ["report"], ["export", "--format", "json"]]

        private static func prepare(_ folder: URL) async throws -> URL {
            let disk = folder.appending(path: "disk")
            try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: false)
            let inventory = try SQLiteInventory(path: disk.appending(path: "nestory.db").path)
            try await inventory.add(Item(id: UUID(), name: "Lamp", updatedAt: .epoch))
            try await inventory.close()
            return disk
        }

        @Test(arguments: commands) func `the file and its folder stay as they are`(command: [String]) async throws {
            try await Program.inFolder { folder in
                let disk = try await Self.prepare(folder)
                let file = disk.appending(path: "nestory.db")
                let bytes = try Data(contentsOf: file)
                let manager = FileManager.default
                let names = try manager.contentsOfDirectory(atPath: disk.path).sorted()
                try manager.setAttributes([.posixPermissions: 0o444], ofItemAtPath: file.path)
                try manager.setAttributes([.posixPermissions: 0o555], ofItemAtPath: disk.path)
                defer { try? manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: disk.path) }
                let result = try await Program.run(command + ["--database", file.path], in: folder)
                #expect(result.status == 0 && result.output.contains("Lamp"), "\(result.errors)")
                #expect(try Data(contentsOf: file) == bytes)
                #expect(try manager.contentsOfDirectory(atPath: disk.path).sorted() == names)
            }
        }

        @Test func `what a server has saved is read, also before it is in the file itself`() async throws {
            try await Program.inFolder { folder in
                let server = try await ServerProcess(in: folder)
                for name in ["Lamp", "Chair"] {
                    let item = Data(#"{"name": "\#(name)"}"#.utf8)
                    #expect(try await server.send("POST", "/api/items", item, type: "application/json").status == 201)
                }
                let list = try await Program.run("list", in: folder)
                #expect(list.status == 0 && list.output.contains("Lamp") && list.output.contains("Chair"))
                server.process.terminate()
                #expect(await server.status() == 0)
            }
        }

        @Test(.enabled(if: Privileges.canMount)) func `they work on a disk that cannot be written`() async throws {
            try await Program.inFolder { folder in
                let disk = try await Self.prepare(folder)
                let copy = folder.appending(path: "copy.db")
                try FileManager.default.copyItem(at: disk.appending(path: "nestory.db"), to: copy)
                #expect(Privileges.runNow("mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", disk.path) == 0)
                defer { Privileges.runNow("umount", "-l", disk.path) }
                try FileManager.default.copyItem(at: copy, to: disk.appending(path: "nestory.db"))
                #expect(Privileges.runNow("mount", "-o", "remount,ro", disk.path) == 0)
                for command in Self.commands {
                    let result = try await Program.run(command + ["--database", "disk/nestory.db"], in: folder)
                    #expect(result.status == 0 && result.output.contains("Lamp"), "\(command): \(result.errors)")
                }
            }
        }
    }
}
