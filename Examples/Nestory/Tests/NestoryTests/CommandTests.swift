import Foundation
import Inventory
import Testing

@Suite struct CommandTests {
    private static let csv =
        "name,category,room,quantity,purchase_price,currency\r\nLamp,Light,Hall,2,12.50,EUR\r\n椅子,Seats,,1,1200,JPY\r\n"

    @Test func `items go in, are listed and come out again`() async throws {
        try await Program.inFolder { folder in
            let file = try folder.write(Self.csv, as: "things.csv")
            let imported = try await Program.run("import", file, in: folder)
            #expect(imported.status == 0 && imported.output.isEmpty)
            #expect(imported.errors == "Imported 2 items.\n")

            let list = try await Program.run("list", in: folder)
            #expect(list.status == 0 && list.errors.isEmpty)
            #expect(
                list.output.contains("Lamp") && list.output.contains("12.50 EUR")
                    && list.output.contains("1200 JPY"))
            let found = try await Program.run(
                "list", "--query", "LAMP", "--category", "Light", "--room", "Hall", "--json", in: folder)
            let json = try JSONValue(parsing: Array(found.output.utf8))
            guard case .object(let members) = json else {
                Issue.record("Expected an object: \(found.output)")
                return
            }
            #expect(members.map(\.name) == ["items", "total"] && members[1].value == .number("1"))
            let none = try await Program.run("list", "--query", "nothing", in: folder)
            #expect(none.status == 0 && none.output.isEmpty && none.errors == "No item matches.\n")

            let first = try await Program.run("export", in: folder)
            #expect(first.status == 0 && first.errors.isEmpty)
            let copy = try folder.write(first.output, as: "copy.csv")
            #expect(try await Program.run("import", copy, "--database", "copy.db", in: folder).status == 0)
            #expect(
                try await Program.run("export", "--database", "copy.db", "--output", "again.csv", in: folder)
                    .status == 0)
            #expect(
                try String(contentsOf: folder.appending(path: "again.csv"), encoding: .utf8) == first.output)
            let again = try await Program.run("import", copy, in: folder)
            #expect(again.errors == "Imported 0 items, passed over 2 already there.\n")
            let asJSON = try await Program.run("export", "--format", "json", in: folder)
            #expect(throws: Never.self) { try JSONValue(parsing: Array(asJSON.output.utf8)) }
        }
    }

    @Test func `a file with errors ends with 65, says where they are and changes nothing`() async throws {
        try await Program.inFolder { folder in
            let file = try folder.write("name,quantity\nLamp,1\nChair,many\n", as: "bad.csv")
            let refused = try await Program.run("import", file, in: folder)
            #expect(refused.status == 65 && refused.output.isEmpty)
            #expect(refused.errors.contains("bad.csv: line 3, column 2 (quantity): Expected a whole number"))
            #expect(
                refused.errors.contains("Nothing was imported") && refused.errors.contains("--skip-invalid"))
            let list = try await Program.run("list", in: folder)
            #expect(list.status == 1 && list.errors.contains("There is no inventory"))
            let skipped = try await Program.run("import", "--skip-invalid", file, in: folder)
            #expect(skipped.status == 0)
            #expect(skipped.errors.hasSuffix("Imported 1 item, skipped 1 line with errors.\n"))
            #expect(skipped.errors.contains("line 3"))
        }
    }

    @Test func `a hundred errors are shown, and the rest is counted`() async throws {
        try await Program.inFolder { folder in
            let file = try folder.write(
                "name,quantity\n" + String(repeating: "a,x\n", count: 150), as: "bad.csv")
            let refused = try await Program.run("import", file, in: folder)
            let lines = refused.errors.split(separator: "\n")
            #expect(refused.status == 65 && lines.count == 102)
            #expect(lines[100] == "bad.csv: and 50 more errors.")
        }
    }

    @Test func `a try changes nothing, and makes no file`() async throws {
        try await Program.inFolder { folder in
            let file = try folder.write(Self.csv, as: "things.csv")
            let tried = try await Program.run("import", "--dry-run", file, in: folder)
            #expect(tried.status == 0 && tried.errors == "Would import 2 items.\n")
            #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "nestory.db").path))
            let bad = try folder.write("name\n\"\n", as: "bad.csv")
            #expect(try await Program.run("import", "--dry-run", bad, in: folder).status == 65)
        }
    }

    @Test func `an export leaves the old file whole where it cannot be written`() async throws {
        try await Program.inFolder { folder in
            let file = try folder.write(Self.csv, as: "things.csv")
            #expect(try await Program.run("import", file, in: folder).status == 0)
            #expect(try await Program.run("export", "--output", "missing/out.csv", in: folder).status == 1)
            try FileManager.default.createDirectory(
                at: folder.appending(path: "taken"), withIntermediateDirectories: false)
            let taken = try await Program.run("export", "--output", "taken", in: folder)
            #expect(taken.status == 1 && taken.errors.contains("folder"))
            let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(!left.contains { $0.hasPrefix(".taken") })
        }
    }

    @Test(arguments: [
        ["import"], ["import", "a.csv", "b.csv"], ["export", "--format", "xml"], ["serve", "--port", "many"],
        ["serve", "--port", "70000"], ["list", "--colour", "red"], ["nonsense"], ["list", "--database", ""],
        ["serve", "--host", "0.0.0.0"], ["serve", "--no-password", "--password-file", "x"],
        ["serve", "--allow-host", ""], ["serve", "--allow-host", "http://nestory.example"],
        ["serve", "--allow-host", "nestory.example:8443"],
    ])
    func `wrong usage ends with 64`(arguments: [String]) async throws {
        try await Program.inFolder { folder in
            let result = try await Program.run(arguments, in: folder)
            #expect(result.status == 64 && result.output.isEmpty && result.errors.contains("Usage"))
        }
    }

    @Test(arguments: [
        (["import", "missing.csv"], "There is no file missing.csv"),
        (["import", "."], "folder"),
        (["list"], "There is no inventory at nestory.db"),
        (["export"], "There is no inventory at nestory.db"),
        (["list", "--database", "text.db"], "is not an inventory"),
        (["import", "good.csv", "--database", "no/where.db"], "folder for the inventory does not exist"),
        (["serve", "--port", "0", "--host", "203.0.113.7", "--no-password"], "--host"),
        (["serve", "--port", "0", "--password-file", "missing"], "cannot be read"),
        (["serve", "--port", "0", "--host", "300.1.1.1", "--no-password"], "Nobody knows the address 300.1.1.1."),
        (["list", "--database", "."], "It is a folder."),
        (["import", "good.csv", "--database", "."], "It is a folder."),
        (["restore", "."], "It is a folder."), (["list", "--database", "/dev/zero"], "It is a pipe or a device."),
    ])
    func `work that fails ends with 1 and says what to do`(arguments: [String], words: String) async throws {
        try await Program.inFolder { folder in
            _ = try folder.write("name\nLamp\n", as: "good.csv")
            _ = try folder.write("This is no database.\n", as: "text.db")
            let result = try await Program.run(arguments, in: folder)
            #expect(result.status == 1 && result.output.isEmpty)
            #expect(result.errors.contains(words), "\(result.errors)")
            #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "nestory.db").path))
            #expect(
                try String(contentsOf: folder.appending(path: "text.db"), encoding: .utf8)
                    == "This is no database.\n")
        }
    }

    @Test(arguments: [("mermaid", "flowchart"), ("dot", "digraph"), ("json", "{\"nodes\"")])
    func `the graph of the services is drawn, and no inventory is made`(format: String, start: String)
        async throws
    {
        try await Program.inFolder { folder in
            let graph = try await Program.run("graph", "--format", format, in: folder)
            #expect(graph.status == 0 && graph.errors.isEmpty && graph.output.hasPrefix(start))
            #expect(graph.output.contains("ImportService") && graph.output.contains("InventoryService"))
            #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "nestory.db").path))
        }
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
    func `an export that does not fit on the disk fails`() async throws {
        try await Program.inFolder { folder in
            let file = try folder.write(Self.csv, as: "things.csv")
            #expect(try await Program.run("import", file, in: folder).status == 0)
            let full = try FileHandle(forWritingTo: URL(filePath: "/dev/full"))
            let result = try await Program.run(["export"], output: full, in: folder)
            #expect(result.status == 1 && result.errors.contains("Not all could be written"))
        }
    }

    @Test func `help and version end with 0`() async throws {
        try await Program.inFolder { folder in
            #expect(try await Program.run("--version", in: folder).status == 0)
            let help = try await Program.run("help", "import", in: folder)
            #expect(
                help.status == 0 && help.output.contains("purchase_price")
                    && help.output.contains("--skip-invalid"))
        }
    }

    @Test func `a command that fails says so in words, without the log, and leaves no new file`() async throws {
        try await Program.inFolder { folder in
            let bad = try folder.write("name,quantity\nLamp,x\n", as: "bad.csv")
            let refused = try await Program.run("import", bad, "--database", "new.db", in: folder)
            #expect(refused.status == 65 && !refused.errors.contains("--skip-invalid"))
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix("new.db") } == []
            )
            _ = try folder.write("This is no database.\n", as: "text.db")
            let failed = try await Program.run("import", bad, "--database", "text.db", in: folder)
            #expect(failed.status == 1 && !failed.errors.contains("warning") && !failed.errors.contains("call failed"))
        }
    }

    @Test func `an import that is stopped says that nothing was imported`() async throws {
        try await Program.inFolder { folder in
            // A pipe ends when nobody writes into it any more: until then the import waits with its transaction open.
            let script = """
                set -m
                mkfifo things.csv
                "$0" import things.csv --database new.db 2> errors &
                exec 3> things.csv
                echo name,notes >&3
                seq -f 'Item %g,nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn' 8000 >&3
                for _ in $(seq 600); do
                    [ "$(stat -c %s new.db-wal 2>/dev/null || echo 0)" -gt 200000 ] && break
                    sleep 0.1
                done
                kill -INT %1
                exec 3>&-
                wait %1
                """
            let status = try await Privileges.run("bash", "-c", script, try Program.executable().path, in: folder)
            let text = try String(contentsOf: folder.appending(path: "errors"), encoding: .utf8)
            // Ctrl-C may come when all is done: then the outcome is that.
            if status == 1 {
                #expect(text.contains("Nothing was imported."), "\(text)")
                #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "new.db").path))
            } else {
                #expect(status == 0 && text.contains("Imported"), "\(text)")
            }
        }
    }
}
