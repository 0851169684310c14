import Foundation
import Testing

/// Where `--output` writes, and what it leaves alone.
@Suite struct OutputTests {
    private static func inHousehold(_ test: (URL) async throws -> Void) async throws {
        try await Program.inFolder { folder in
            let file = try folder.write("name,notes\nLamp,\(String(repeating: "n", count: 5000))\n", as: "things.csv")
            #expect(try await Program.run("import", file, in: folder).status == 0)
            try await test(folder)
        }
    }

    @Test(arguments: ["nestory.db", "link", "./nestory.db", "nestory.db-outbox"])
    func `a result never replaces the inventory, or changes that are kept`(output: String) async throws {
        try await Self.inHousehold { folder in
            _ = try folder.write("kept", as: "nestory.db-outbox")
            try FileManager.default.createSymbolicLink(
                atPath: folder.appending(path: "link").path, withDestinationPath: "nestory.db")
            let before = try Data(contentsOf: folder.appending(path: output))
            for command in ["export", "report"] {
                let result = try await Program.run(command, "--output", output, in: folder)
                #expect(result.status == 1 && result.errors.contains("belongs to the inventory"), "\(result.errors)")
            }
            #expect(try Data(contentsOf: folder.appending(path: output)) == before)
        }
    }

    @Test func `a pipe gets the result, and stays a pipe`() async throws {
        try await Self.inHousehold { folder in
            let script = """
                mkfifo pipe
                cat pipe > got &
                "$0" export --output pipe && wait $! && test -p pipe || exit 1
                "$0" export --output /proc/self/fd/1 | cmp - got
                """
            #expect(try await Privileges.run("bash", "-c", script, try Program.executable().path, in: folder) == 0)
            let got = try String(contentsOf: folder.appending(path: "got"), encoding: .utf8)
            #expect(got == (try await Program.run("export", in: folder).output))
        }
    }

    @Test func `a file that a link names is written where it is, and keeps who may read it`() async throws {
        try await Self.inHousehold { folder in
            let (file, link) = (folder.appending(path: "mine.csv"), folder.appending(path: "link.csv"))
            let files = FileManager.default
            #expect(files.createFile(atPath: file.path, contents: nil, attributes: [.posixPermissions: 0o600]))
            try files.createSymbolicLink(at: link, withDestinationURL: file)
            #expect(try await Program.run("export", "--output", "link.csv", in: folder).status == 0)
            #expect(try String(contentsOf: file, encoding: .utf8).contains("Lamp"))
            #expect(try files.destinationOfSymbolicLink(atPath: link.path) == file.path)
            #expect(try files.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int == 0o600)
        }
    }

    @Test(.enabled(if: Privileges.canMount)) func `a disk without room is named, and nothing is left on it`()
        async throws
    {
        try await Self.inHousehold { folder in
            let disk = folder.appending(path: "disk")
            try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: false)
            #expect(Privileges.runNow("mount", "-t", "tmpfs", "-o", "size=200k", "tmpfs", disk.path) == 0)
            defer { Privileges.runNow("umount", "-l", disk.path) }
            #expect(
                FileManager.default.createFile(
                    atPath: disk.appending(path: "rest").path, contents: Data(count: 200 * 1024)))
            let full = try await Program.run("export", "--output", "disk/all.csv", in: folder)
            #expect(full.status == 1 && full.errors.contains("no room on the disk"), "\(full.errors)")
            // An import that finds no room leaves no new inventory.
            let imported = try await Program.run("import", "things.csv", "--database", "disk/new.db", in: folder)
            #expect(imported.status == 1 && !imported.errors.contains("Imported"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path) == ["rest"])
        }
    }
}
