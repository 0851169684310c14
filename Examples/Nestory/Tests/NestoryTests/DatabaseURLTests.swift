import Foundation
import Inventory
import Testing

#if PostgreSQL
import PostgresServers
#endif

extension ProcessTests {
    /// `--database-url`, which every command has that has `--database`.
    @Suite struct DatabaseURLTests {
        private static let commands = [
            ["import", "a.csv"], ["export"], ["list"], ["report"], ["serve", "--port", "0"],
        ]

        @Test(arguments: commands)
        func `an inventory is in a file or on a server, not in both`(_ command: [String]) async throws {
            try await Program.inFolder { folder in
                let options = ["--database", "a.db", "--database-url", "postgresql://h/x"]
                let result = try await Program.run(command + options, in: folder)
                #expect(result.status == 64 && result.output.isEmpty)
                #expect(result.errors.contains("Give --database or --database-url, not both."))
            }
        }

        #if PostgreSQL
        private static var emptyPort: Int {
            get throws {
                let (descriptor, port) = try PostgresTools.listen()
                close(descriptor)
                return port
            }
        }

        @Test(
            arguments: commands,
            [
                ("postgresql://me:secret@h1/x", "Leave the password out"),
                ("postgresql://h1/x?password=secret", "Leave the password out"), ("secret.db", "such as postgresql://"),
                ("postgresql://h1:1,h2:2/secret?port=1,2,3", "one port for all hosts"),
            ])
        func `an address that is none, or holds a password, is wrong usage and not repeated`(
            _ command: [String], _ wrong: (address: String, words: String)
        ) async throws {
            try await Program.inFolder { folder in
                let result = try await Program.run(command + ["--database-url", wrong.address], in: folder)
                #expect(result.status == 64 && result.output.isEmpty)
                #expect(result.errors.contains(wrong.words) && !result.errors.contains("secret"), "\(result.errors)")
            }
        }

        @Test(arguments: ["0", "65", "many"])
        func `a number of connections that is not from 1 to 64 is wrong usage`(_ pool: String) async throws {
            try await Program.inFolder { folder in
                let options = ["serve", "--port", "0", "--database-url", "postgresql://h/x", "--pool", pool]
                let result = try await Program.run(options, in: folder)
                #expect(result.status == 64 && result.errors.contains("--pool"))
            }
        }

        @Test(arguments: [["backups"], ["restore", "a.db"]])
        func `there are no copies of a database on a server`(_ command: [String]) async throws {
            try await Program.inFolder { folder in
                let result = try await Program.run(command + ["--database-url", "postgresql://h/x"], in: folder)
                #expect(result.status == 64 && result.errors.contains("pg_dump"), "\(result.errors)")
            }
        }

        @Test(.enabled(if: PostgresTools.areInstalled))
        func `items move from a file to a server and back, and are listed and reported from there`() async throws {
            let server = try await PostgresServer.shared.value
            let url = server.url(try await server.database())
            try await Program.inFolder { folder in
                let csv = "name,quantity,purchase_price,currency\nLamp,2,12.50,EUR\n椅子,1,1200,JPY\n"
                let file = try folder.write(csv, as: "things.csv")
                // Nothing is made for those who only read.
                let missing = try await Program.run("list", "--database-url", url, in: folder)
                #expect(missing.status == 1 && missing.output.isEmpty)
                #expect(try await Program.run("import", file, in: folder).status == 0)
                let exported = try await Program.run("export", in: folder)
                let all = try folder.write(exported.output, as: "all.csv")
                let imported = try await Program.run("import", all, "--database-url", url, in: folder)
                #expect(imported.status == 0 && imported.errors == "Imported 2 items.\n", "\(imported.errors)")
                let again = try await Program.run("import", all, "--database-url", url, in: folder)
                #expect(again.errors == "Imported 0 items, passed over 2 already there.\n")
                let list = try await Program.run("list", "--query", "LAMP", "--database-url", url, in: folder)
                #expect(list.status == 0 && list.output.contains("12.50 EUR") && !list.output.contains("椅子"))
                let report = try await Program.run("report", "--database-url", url, in: folder)
                #expect(report.status == 0 && report.output.contains("Lamp"))
                let back = try await Program.run("export", "--database-url", url, in: folder)
                #expect(back.status == 0 && back.output == exported.output)
                let copy = try folder.write(back.output, as: "back.csv")
                #expect(try await Program.run("import", copy, "--database", "back.db", in: folder).status == 0)
                #expect(try await Program.run("export", "--database", "back.db", in: folder).output == exported.output)
            }
        }

        @Test(arguments: [["list"], ["export"], ["report"]])
        func `a command says that no host answers, and not where`(_ command: [String]) async throws {
            let url = "postgresql://someone@127.0.0.1:\(try Self.emptyPort)/things"
            try await Program.inFolder { folder in
                let result = try await Program.run(command + ["--database-url", url], in: folder)
                #expect(result.status == 1 && result.output.isEmpty)
                #expect(result.errors.contains("The database does not answer."), "\(result.errors)")
                for word in ["postgresql://", "someone", "things"] { #expect(!result.errors.contains(word)) }
            }
        }

        @Test func `a server starts although no host answers, and its page tells people`() async throws {
            let url = "postgresql://someone@127.0.0.1:\(try Self.emptyPort)/things"
            try await Program.inFolder { folder in
                let server = try await ServerProcess(["--database-url", url], in: folder)
                #expect(try await server.get("/health/live").status == 200)
                #expect(try await server.get("/health/ready").status == 503)
                let items = try await server.get("/api/items")
                #expect(items.status == 503 && items.member("code") == .string("inventory_unavailable"))
                try await server.expectBanner("Retrying every second.", status: 503)
                await server.stop()
            }
        }
        #else
        @Test(arguments: commands + [["backups"], ["restore", "a.db"]])
        func `a program without PostgreSQL names the trait that is missing`(_ command: [String]) async throws {
            try await Program.inFolder { folder in
                let result = try await Program.run(command + ["--database-url", "postgresql://h/x"], in: folder)
                #expect(result.status == 64 && result.output.isEmpty)
                #expect(result.errors.contains("This program was built without PostgreSQL."))
            }
        }
        #endif
    }
}
